import { aBookingForm } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { newDraft, readDraft, withNewKey, writeDraft } from './draft';

const id = '5a0b1c2d-0000-4000-8000-000000000001';

describe('the draft', () => {
  it('comes back as it was, with its key', () => {
    const draft = newDraft('u1', aBookingForm({ hotelName: 'Casa Perico' }));
    writeDraft(id, draft);
    expect(readDraft(id, 'u1')).toEqual(draft);
    expect(readDraft('another', 'u1')).toBeNull();
  });
  it('passes from a guest to the account that signs in, and to nobody else', () => {
    writeDraft(id, newDraft(null, aBookingForm()));
    expect(readDraft(id, 'u1')).not.toBeNull();
    writeDraft(id, newDraft('u1', aBookingForm()));
    expect(readDraft(id, 'u2')).toBeNull();
    expect(readDraft(id, null)).not.toBeNull();
  });
  it('of another version, or broken, is as good as none', () => {
    sessionStorage.setItem(`territorio:checkout:${id}`, '{"form":{}}');
    expect(readDraft(id, null)).toBeNull();
    sessionStorage.setItem(`territorio:checkout:${id}`, 'not json');
    expect(readDraft(id, null)).toBeNull();
  });
  it('forgets the hold with the key and keeps the form', () => {
    const draft = { ...newDraft('u1', aBookingForm()), holdId: id, stage: 'held' as const };
    const next = withNewKey(draft);
    expect(next).toMatchObject({ holdId: null, stage: 'form', form: draft.form });
    expect(next.idempotencyKey).not.toBe(draft.idempotencyKey);
  });
});
