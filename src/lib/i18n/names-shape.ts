import { z } from 'zod/mini';

/** A name in every language, as the database returns it beside the original: {"en": "Lake walk", "es": "Caminata"}. */
export const namesShape = z.record(z.string(), z.string());
