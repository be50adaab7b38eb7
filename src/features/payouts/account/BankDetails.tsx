import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Landmark, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatInstantDay } from '@/lib/format/dates';
import { readDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Figure } from '@/ui/Figure';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';
import { lazyPart } from '@/ui/loading/lazy-part';
import { BankDetailsForm, draftOf } from './BankDetailsForm';
import { accountTypeLabel, kindLabel } from './labels';
import { type PayeeAccount, payeeAccountQuery } from './queries';

const DeleteBankDetails = lazyPart(() => import('./DeleteBankDetails'));

interface Props {
  userId: string;
  email: string;
}

/**
 * Shows a payee's own bank details with the number masked. They add, change and delete them here. People who are never
 * paid see nothing.
 */
export function BankDetails({ userId, email }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(payeeAccountQuery(userId));
  // Text typed before a reload opens the form again.
  const [editing, setEditing] = useState(() => readDraft(draftOf(userId)) !== null);
  const [deleting, setDeleting] = useState(false);
  const { data } = query;
  if (data && !data.may_have && !data.account) return null;
  const reread = () => client.invalidateQueries({ queryKey: payeeAccountQuery(userId).queryKey });
  const saved = async () => {
    await reread();
    setEditing(false);
    toast.success(t`Bank details saved. We've emailed you about the change.`);
  };
  const deleted = async () => {
    await reread();
    setDeleting(false);
    toast.success(t`Bank details deleted. We've emailed you about it.`);
  };
  return (
    <section aria-labelledby="bank-details-title" className="card grid gap-4 p-4 sm:p-5">
      <h2 id="bank-details-title" className="text-lg font-bold">
        <Trans>Bank details</Trans>
      </h2>
      {!data && query.error && <QueryFailed query={query} />}
      {!data && !query.error && (
        <LoadingArea label={t`Loading`}>
          <Skeleton className="h-24" />
        </LoadingArea>
      )}
      {data && query.error && <LoadFailed query={query} />}
      {data && (
        <p className="text-sm text-ink-2">
          <Trans>
            Your region pays you into this account. Only its managers and our admins get the whole number, in the file
            for the bank, and we record each time they do.
          </Trans>
        </p>
      )}
      {data && editing && data.may_have ? (
        <BankDetailsForm
          userId={userId}
          email={email}
          account={data.account}
          onSaved={saved}
          onCancel={() => setEditing(false)}
        />
      ) : data?.account ? (
        <Stored account={data.account}>
          {data.may_have && (
            <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={() => setEditing(true)}>
              <Trans>Change bank details</Trans>
            </Button>
          )}
          <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={() => setDeleting(true)}>
            <Trans>Delete bank details</Trans>
          </Button>
        </Stored>
      ) : (
        data && (
          <Button
            className="justify-self-start"
            icon={<Landmark aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            <Trans>Add bank details</Trans>
          </Button>
        )
      )}
      {deleting && data?.account && (
        <DeleteBankDetails
          email={email}
          account={data.account}
          onDeleted={deleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
}

function Stored({ account, children }: { account: PayeeAccount; children: ReactNode }) {
  const changed = formatInstantDay(account.updated_at);
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        <Fact label={<Trans>Account holder</Trans>}>
          {account.holder} ({kindLabel(account.kind)})
        </Fact>
        {account.tax_number && <Fact label={<Trans>Tax number (NIT)</Trans>}>{account.tax_number}</Fact>}
        <Fact label={<Trans>Bank</Trans>}>{account.bank}</Fact>
        <Fact label={<Trans>Type of account</Trans>}>
          {accountTypeLabel(account.account_type)}, {account.currency_code}
        </Fact>
        <Fact label={<Trans>Account number</Trans>}>{account.account_number}</Fact>
      </dl>
      <p className="text-xs text-ink-2">
        <Trans>Last changed on {changed}</Trans>
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </>
  );
}

const Fact = (props: { label: ReactNode; children: ReactNode }) => (
  <Figure {...props} valueClass="nums font-semibold wrap-anywhere" />
);
