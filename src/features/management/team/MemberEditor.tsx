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
import { PageTitle } from '@/ui/PageTitle';
import { GuideForm } from './GuideForm';
import { KINDS, type Kind } from './kinds';
import { MemberForm } from './MemberForm';
import { commissionRulesQuery, memberQuery } from './queries';

/**
 * How long a guide's success message is visible before returning, in milliseconds. A partner's form returns at
 * once.
 */
const RETURN_MS = 2000;

interface Props {
  kind: Kind;
  /** 'new', or the person from the URL. */
  id: string;
  territoryId: string;
}

/** Shows the page around the form of a guide or partner. */
export function MemberEditor({ kind, id, territoryId }: Props) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { role, back, texts } = KINDS[kind];
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  const isNew = id === 'new';
  const title = i18n._(isNew ? texts.add : texts.edit);
  useTitle(title);
  const query = useQuery({ ...memberQuery(territoryId, role, id), enabled: !isNew });
  const forPartner = useQuery({ ...commissionRulesQuery(territoryId), enabled: kind === 'partner' });
  // Undefined while loading.
  const rules = kind === 'partner' ? forPartner.data : null;
  const member = isNew ? null : query.data;
  useReturn(back, done !== null);

  function finish() {
    if (kind === 'guide') return setDone(i18n._(isNew ? texts.invited : KINDS.guide.texts.saved));
    const text = i18n._(isNew ? texts.invited : KINDS.partner.texts.saved);
    toast.success(text);
    void navigate(back);
  }

  const reload = () => void query.refetch().then(() => setRound(round + 1));

  function content() {
    if (done !== null) return <Alert tone="success">{done}</Alert>;
    if (member === undefined || rules === undefined) {
      const failed = [query, forPartner].filter(({ error }) => error);
      if (failed.length === 0) return <PageSpinner />;
      const retry = () => {
        for (const { refetch } of failed) void refetch();
      };
      const retrying = failed.some(({ isFetching }) => isFetching);
      return <ErrorState title={i18n._(texts.loadFailed)} onRetry={retry} retrying={retrying} />;
    }
    if (member === null && !isNew) {
      return <EmptyState title={i18n._(texts.notFound)} icon={<SearchX aria-hidden="true" />} />;
    }
    return (
      <Card className="max-w-2xl p-5 sm:p-6">
        {kind === 'guide' && member ? (
          <GuideForm
            // A new version remounts the form, as below.
            key={`${member.updated_at} ${round}`}
            territoryId={territoryId}
            guide={member}
            onDone={finish}
            onReload={reload}
          />
        ) : (
          <MemberForm
            // A new version remounts the form. Text that was typed returns from the draft, with the version it
            // belongs to.
            key={`${id} ${member?.updated_at} ${round}`}
            kind={kind}
            territoryId={territoryId}
            member={member}
            rules={rules}
            onDone={finish}
            onReload={reload}
          />
        )}
      </Card>
    );
  }

  return (
    <>
      <LinkButton variant="ghost" size="sm" className="mb-3 -ml-3" to={back} icon={<ArrowLeft aria-hidden="true" />}>
        <Trans>Back to Region Management</Trans>
      </LinkButton>
      <PageTitle className="pb-5">{title}</PageTitle>
      {content()}
    </>
  );
}

/** Returns to the list shortly after the success message appears. */
function useReturn(back: string, done: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(back), RETURN_MS);
    return () => clearTimeout(timer);
  }, [done, back, navigate]);
}
