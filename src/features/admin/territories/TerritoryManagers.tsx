import { msg, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { PendingInvites } from '@/features/management/team/invites/PendingInvites';
import { sendInvite } from '@/features/management/team/invites/queries';
import { membersQuery, teamKeys } from '@/features/management/team/queries';
import { AppError } from '@/lib/api/errors';
import { usePages } from '@/lib/api/use-pages';
import { Card } from '@/ui/Card';
import { MorePages } from '@/ui/feedback/MorePages';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { ManagerFields } from './ManagerFields';
import { managerShape } from './schema';
import { refusedField } from './use-territory-form';

const ROLE = 'territory_manager';
const schema = z.object(managerShape).check(
  z.refine(({ manager_email }) => manager_email !== '', {
    path: ['manager_email'],
    error: () => text`Please fill in all required fields`,
  }),
);

/** Lists the managers and invited managers, and lets admins invite another. */
export function TerritoryManagers({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const title = useId();
  const client = useQueryClient();
  const status = useStatus();
  const list = usePages(membersQuery(territoryId, [ROLE]));
  const form = useForm({
    schema,
    values: { manager_name: '', manager_email: '' },
    draft: `manager-${territoryId}`,
    save: ({ manager_name: fullName, manager_email: email }) =>
      sendInvite(
        { role: ROLE, territoryId, email, fullName },
        msg`Failed to send the invitation. Please try again.`,
      ).catch((error: unknown) => {
        throw error instanceof AppError ? (refusedField(error) ?? error) : error;
      }),
    onSaved: async ({ manager_email: email }) => {
      await client.invalidateQueries({ queryKey: teamKeys.all });
      status.success(t`Invitation sent to ${email}`);
    },
    next: () => ({ manager_name: '', manager_email: '' }),
  });
  return (
    <Card className="mt-5 grid max-w-3xl gap-4 p-5 sm:p-6" role="region" aria-labelledby={title}>
      <StatusNotice notice={status.notice} />
      <h2 id={title} className="text-xl font-bold">
        <Trans>Managers</Trans>
      </h2>
      {list.rows?.length === 0 && (
        <p className="text-ink-2">
          <Trans>This region has no manager yet.</Trans>
        </p>
      )}
      {list.rows && list.rows.length > 0 && (
        <ul aria-label={t`Managers`} className="grid gap-1">
          {list.rows.map(({ id, full_name, email }) => (
            <li key={id} className="wrap-anywhere">
              <span className="font-semibold">{full_name || email}</span>{' '}
              <span className="text-sm text-ink-2">{full_name ? email : ''}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-3 empty:hidden">
        <MorePages pages={list} />
      </div>
      <PendingInvites memberRole={ROLE} territoryId={territoryId} status={status} />
      <Form form={form} label={t`Invite a manager`} className="grid gap-4">
        <ManagerFields />
        <FormFooter variant="secondary" submit={<Trans>Send Invitation</Trans>} />
      </Form>
    </Card>
  );
}
