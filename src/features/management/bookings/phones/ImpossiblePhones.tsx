import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@/ui/feedback/Alert';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { lazyPart } from '@/ui/loading/lazy-part';
import { impossiblePhonesQuery } from './queries';

// Hardly any territory has such numbers, so the form to correct them loads only where there are some.
const Correction = lazyPart(() => import('./Correction'), { ahead: false });

/** Lists stored phone numbers that can't exist, each with a form to correct it. Shows nothing if there are none. */
export default function ImpossiblePhones({ territoryId }: { territoryId: string | null }) {
  const list = useQuery(impossiblePhonesQuery(territoryId));
  if (!list.data)
    return (
      list.error && (
        <Alert tone="warn" className="mb-3">
          <ListFailed query={list} />
        </Alert>
      )
    );
  if (list.data.length === 0) return null;
  return (
    <section className="mb-3">
      <details className="card p-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">
          <Plural value={list.data.length} one="# phone number looks wrong" other="# phone numbers look wrong" />
        </summary>
        <p className="text-sm text-ink-2">
          <Trans>
            These phone numbers don't exist in any country. Ask the guest by email or in the conversation, then correct
            them here.
          </Trans>
        </p>
        <ul className="mt-3 grid gap-4">
          {list.data.map((phone) => (
            <li key={`${phone.id} ${phone.number}`} className="rounded-md bg-surface-2 p-3">
              <Correction phone={phone} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
