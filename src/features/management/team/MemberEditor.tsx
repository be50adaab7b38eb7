import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';
import { KINDS, type Kind } from './kinds';
import { MemberForm } from './MemberForm';
import { memberQuery } from './queries';

/** How long a guide's success is shown before the way back, in ms; a partner's goes back at once. */
const RETURN_MS = 2000;

interface Props {
  kind: Kind;
  /** 'new', or the person that the address names. */
  id: string;
  territoryId: string;
}

/** The page around the form of a guide or a partner. */
export function MemberEditor({ kind, id, territoryId }: Props) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { role, back, words } = KINDS[kind];
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  const isNew = id === 'new';
  const title = i18n._(isNew ? words.add : words.edit);
  useTitle(title);
  const query = useQuery({ ...memberQuery(territoryId, role, id), enabled: !isNew });
  // Undefined while it is not known who it is.
  const member = isNew ? null : query.data;
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => void navigate(back), RETURN_MS);
    return () => clearTimeout(timer);
  }, [done, back, navigate]);

  function finish() {
    const text = i18n._(isNew ? words.invited : words.saved);
    if (kind === 'guide') {
      setDone(text);
      return;
    }
    toast.success(text);
    void navigate(back);
  }

  return (
    <>
      <LinkButton variant="ghost" size="sm" className="-ml-2 mb-3" to={back} icon={<ArrowLeft aria-hidden="true" />}>
        <Trans>Back to Region Management</Trans>
      </LinkButton>
      <h1 tabIndex={-1} className="font-title pb-5 text-3xl">
        {title}
      </h1>
      {done !== null && <Alert tone="success">{done}</Alert>}
      {done === null && member === undefined && query.error && (
        <ErrorState title={i18n._(words.loadFailed)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {done === null && member === undefined && !query.error && <PageSpinner />}
      {done === null && member === null && !isNew && (
        <EmptyState title={i18n._(words.notFound)} icon={<SearchX aria-hidden="true" />} />
      )}
      {done === null && (isNew || member) && (
        <Card className="max-w-2xl p-5 sm:p-6">
          <MemberForm
            // Another version is another form; what was typed comes back from the draft, with the version that it was typed over.
            key={`${id} ${member?.updated_at} ${round}`}
            kind={kind}
            territoryId={territoryId}
            member={member ?? null}
            onDone={finish}
            onReload={() => void query.refetch().then(() => setRound(round + 1))}
          />
        </Card>
      )}
    </>
  );
}
