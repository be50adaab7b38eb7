import type { z } from 'zod/mini';
import { toAppError } from './to-app-error.ts';

/** Validates a server's answer against the shape the app expects; throws an error with a readable text otherwise. */
export function readAnswer<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value);
  if (!read.success) throw toAppError(read.error);
  return read.data as z.output<Shape>;
}
