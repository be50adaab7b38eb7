import { z } from 'zod/mini';

/**
 * A name in every language, as the database returns it beside the original, such as {"en": "Lake walk", "es":
 * "Caminata"}.
 */
export const namesShape = z.record(z.string(), z.string());
