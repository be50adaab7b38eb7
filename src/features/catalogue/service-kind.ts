export const SERVICE_KINDS = ['experience', 'transport'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
