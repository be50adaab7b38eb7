import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { PartFailed } from '@/ui/feedback/PartFailed';
import { lazyPart } from '@/ui/loading/lazy-part';
import { myWaitlistQuery, waitlistKeys } from './queries';

// It is a chunk of its own, because few people have an entry.
const WaitlistCard = lazyPart(() => import('./WaitlistCard'));

/** Lists a person's waitlist entries above the tickets, offered seats first. */
export function MyWaitlist({ userId }: { userId: string }) {
  const query = useQuery(myWaitlistQuery(userId));
  const { data = [] } = query;
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, waitlistKeys.mine(userId));
  return (
    <>
      <PartFailed query={query} className="mb-6" />
      {data.length > 0 && (
        <div className="mb-10 grid gap-4">
          {data.map((entry) => (
            <WaitlistCard key={entry.entry_id} entry={entry} userId={userId} />
          ))}
        </div>
      )}
    </>
  );
}
