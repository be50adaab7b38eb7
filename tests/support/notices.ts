import { sayNotification } from '../../src/features/messaging/notifications/wordings/index.ts';

interface Stored {
  wording?: unknown;
  params?: unknown;
}

/** Returns notifications, or their outbox `payload`, as readers see them in English. */
export const said = <Row extends Stored>(rows: readonly Row[]) =>
  rows.map(({ wording, params, ...row }) => ({ ...row, ...sayNotification({ wording: String(wording), params }) }));
