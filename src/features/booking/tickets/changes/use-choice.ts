import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { passportImage } from '@/features/booking/checkout/form/booking-form';
import { readDraft, writeDraft } from '@/lib/storage/form-draft';

const shape = z.object({
  people: z.catch(z.int().check(z.minimum(1)), 1),
  names: z.catch(z.array(z.string()), []),
  passports: z.catch(z.array(passportImage), []),
});
type Choice = z.infer<typeof shape>;

function read(draft: string): { choice: Choice; key: string } {
  const { values, id } = readDraft(draft) ?? { values: {} };
  return { choice: shape.parse(values), key: id ?? crypto.randomUUID() };
}

/** Keeps the choice and its idempotency key over a reload and the sign-in page. */
export function useChoice(draft: string) {
  const [before] = useState(() => read(draft));
  const [choice, setChoice] = useState(before.choice);
  // Each choice has one key, so it is applied once even if it is sent repeatedly.
  const [key, setKey] = useState(before.key);
  useEffect(() => {
    if (choice.people > 1 || choice.names.some(Boolean) || choice.passports.length > 0)
      writeDraft(draft, { values: choice, id: key });
  }, [draft, choice, key]);
  const renew = () => setKey(crypto.randomUUID());
  return {
    choice,
    key,
    /** Gives the next request a new key. */
    renew,
    choose: (change: (now: Choice) => Partial<Choice>) => {
      setChoice((now) => ({ ...now, ...change(now) }));
      renew();
    },
    held: () => writeDraft(draft, { values: choice }),
  };
}
