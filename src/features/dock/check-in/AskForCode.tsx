import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod/mini';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { Card } from '@/ui/Card';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import type { Onward } from './onward';
import { outcomeOfError } from './outcome';
import { checkInQuery } from './queries';
import { Checking, Result } from './results';
import { readTicket } from './scan/ticket';

const codeOf = (text: string): string | null => {
  const read = readTicket(text);
  return read.is === 'code' || read.is === 'ticket' ? read.code : null;
};

const schema = z.object({
  code: z.string().check(
    z.refine((text) => codeOf(text) !== null, {
      error: () => t`Please enter the 8 letters and digits under the QR code`,
    }),
  ),
});

/** Handles a booking that was opened by its id only: checks that it exists, then asks for the ticket's code. */
export function AskForCode({ bookingId, onward }: { bookingId: string; onward: Onward }) {
  const { error, refetch } = useQuery(checkInQuery(bookingId, ''));
  if (!error) return <Checking />;
  const { code, message } = toAppError(error);
  // The server answers an empty code like this if the booking exists.
  if (code === 'invalid_check_in_code') return <CodeForm bookingId={bookingId} />;
  return (
    <Result
      outcome={outcomeOfError({ code })}
      message={message}
      from={paths.checkIn(bookingId)}
      onward={onward}
      onRetry={() => void refetch()}
    />
  );
}

function CodeForm({ bookingId }: { bookingId: string }) {
  const { t: text } = useLingui();
  const navigate = useNavigate();
  const form = useForm({
    schema,
    values: { code: '' },
    oneField: true,
    save: async ({ code }) => navigate(paths.checkIn(bookingId, codeOf(code)), { replace: true }),
  });
  return (
    <div className="shell flex-1 py-8 md:py-12">
      <Card className="mx-auto max-w-md p-5 sm:p-7">
        <h1 tabIndex={-1} className="font-title text-3xl">
          <Trans>Check-in</Trans>
        </h1>
        <Form form={form} className="mt-5 grid gap-5">
          <Field label={text`Ticket code`} hint={text`The code is under the guest's QR code.`} {...form.field('code')}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              aria-required
              enterKeyHint="go"
              {...form.register('code')}
            />
          </Field>
          <FormFooter block submit={<Trans>Open ticket</Trans>} />
        </Form>
      </Card>
    </div>
  );
}
