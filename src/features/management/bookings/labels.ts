import { t } from '@lingui/core/macro';

export const kindLabel = (kind: string): string => (kind === 'transport' ? t`Transport` : t`Experience`);

export const bookingTypeLabel = (type: string): string => (type === 'private' ? t`Private` : t`Shared`);
