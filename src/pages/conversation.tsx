import { useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { Conversation, NotFound } from '@/features/messaging/conversations/Conversation';
import { ConversationBackLink, ToBookings } from '@/features/messaging/conversations/ConversationBackLink';
import { isUuid } from '@/lib/format/uuid';

export default function ConversationPage() {
  const { kind: named, id = '' } = useParams();
  const { user, profile } = useSession();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  const valid = isUuid(id);
  const me = user && {
    id: user.id,
    fullName: profile?.full_name || user.email || '',
    avatarUrl: profile?.avatar_url ?? null,
  };
  return (
    <div className="page-work flex flex-1 flex-col">
      <div className="shell flex flex-1 flex-col">
        {/* Fills the window below the header, so that the text box is at the bottom. */}
        <div className="mx-auto flex min-h-[calc(100dvh-4.25rem-var(--work-bar,0px))] w-full max-w-3xl flex-col pt-3 lg:min-h-[calc(100dvh-4.75rem)]">
          {kind && valid && me ? <ConversationBackLink kind={kind} bookingId={id} userId={me.id} /> : <ToBookings />}
          {(!kind || !valid) && <NotFound />}
          {kind && valid && me && <Conversation key={`${kind}/${id}`} kind={kind} bookingId={id} me={me} />}
        </div>
      </div>
    </div>
  );
}
