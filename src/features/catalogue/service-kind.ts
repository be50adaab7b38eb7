/** The two kinds of service, as in the database's `kind` columns. */
export const SERVICE_KINDS = ['experience', 'transport'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
