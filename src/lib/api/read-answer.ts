import type { z } from 'zod/mini';
import { i18n } from '@/lib/i18n/i18n';
import { AppError, messageOfUnknown } from './errors.ts';

/**
 * Validates a server's response against the shape that the app expects. Throws an error with a readable text if it
 * doesn't match.
 */
export function readAnswer<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value);
  if (!read.success) throw new AppError('unknown', i18n._(messageOfUnknown), { cause: read.error });
  return read.data as z.output<Shape>;
}
