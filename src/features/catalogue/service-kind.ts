/** The two kinds of service that are sold. The database writes the same words in its `kind` columns. */
export const SERVICE_KINDS = ['experience', 'transport'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
