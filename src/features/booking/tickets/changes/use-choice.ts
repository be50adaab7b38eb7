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

/** Who is to come, as it was typed: a reload and the way through the login page lose nothing. With the key of its press. */
export function useChoice(draft: string) {
  const [before] = useState(() => read(draft));
  const [choice, setChoice] = useState(before.choice);
  // One press for each choice: however often it is sent, it happens once.
  const [key, setKey] = useState(before.key);
  useEffect(() => {
    if (choice.people > 1 || choice.names.some(Boolean) || choice.passports.length > 0)
      writeDraft(draft, { values: choice, id: key });
  }, [draft, choice, key]);
  const renew = () => setKey(crypto.randomUUID());
  return {
    choice,
    key,
    /** The next press is another one. */
    renew,
    choose: (change: (now: Choice) => Partial<Choice>) => {
      setChoice((now) => ({ ...now, ...change(now) }));
      renew();
    },
    /** Who chooses again once its time is over presses anew. */
    held: () => writeDraft(draft, { values: choice }),
  };
}
