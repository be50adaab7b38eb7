import { t as text } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '@/features/account/profile/role-labels';
import { listFormat } from '@/lib/i18n/intl';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import { type Person, personByEmailQuery } from '../people/queries';

interface Values {
  manager_name: string;
  manager_email: string;
}

export function ManagerFields({ onEmail }: { onEmail?: (email: string) => void }) {
  const { t } = useLingui();
  const form = useFormContext<Values>();
  // The address is checked on blur, because a half-typed one belongs to no one.
  const [asked, setAsked] = useState('');
  const email = form.values.manager_email.trim().toLowerCase();
  const known = useQuery({ ...personByEmailQuery(asked), enabled: asked.includes('@') });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t`Manager’s name`} optional {...form.field('manager_name')}>
        <Input autoComplete="off" maxLength={120} {...form.register('manager_name')} />
      </Field>
      <Field
        label={t`Manager’s email`}
        optional
        // The space for the note about a known person is reserved, so that the button below doesn't move on blur.
        className="min-h-[9.5rem]"
        hint={asked === email && known.data ? aboutPerson(known.data) : t`We'll send the invitation there.`}
        {...form.field('manager_email')}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.register('manager_email', {
            onChange: (event: { target: { value: string } }) => onEmail?.(event.target.value),
            onBlur: () => setAsked(email),
          })}
        />
      </Field>
    </div>
  );
}

const list = listFormat();

/**
 * Returns for example 'Sandra Ical has an account, as Region manager in Atitlán. …'. The person gets one more role
 * and keeps the others.
 */
function aboutPerson({ full_name, email, grants }: Person): string {
  const name = full_name || email;
  const elsewhere = grants.flatMap(({ role, territory_name }) =>
    territory_name ? [text`${roleLabel(role)} in ${territory_name}`] : [],
  );
  if (elsewhere.length === 0) return text`${name} already has an account and can accept with it.`;
  const what = list().format(elsewhere);
  return text`${name} already works elsewhere: ${what}. They keep those roles and choose in their profile which region they see.`;
}
