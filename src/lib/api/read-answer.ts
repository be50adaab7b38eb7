import type { z } from 'zod/mini';
import { toAppError } from './to-app-error.ts';

/** What the server answered, as the shape that the app expects. Another shape is an error with words for people, like any other. */
export function readAnswer<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value);
  if (!read.success) throw toAppError(read.error);
  return read.data as z.output<Shape>;
}
