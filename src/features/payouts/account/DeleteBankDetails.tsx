import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { z } from 'zod/mini';
import { Button } from '@/ui/Button';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { PasswordField } from './PasswordField';
import { deletePayeeAccount, type PayeeAccount } from './queries';
import { passwordRule } from './schema';
import { usePasswordQuestion } from './use-password-question';

const unasked = z.object({ password: z.string() });
const askedFor = z.object({ password: passwordRule });

interface Props {
  email: string;
  account: PayeeAccount;
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

/** Asks before bank details are deleted, and for the password if the sign-in was too long ago. */
export default function DeleteBankDetails({ email, account: { account_number }, onDeleted, onClose }: Props) {
  const formId = useId();
  const { asked, captcha, confirmed } = usePasswordQuestion(email);
  const form = useForm({
    schema: asked ? askedFor : unasked,
    values: { password: '' },
    save: ({ password }) => confirmed(password, deletePayeeAccount),
    onSaved: onDeleted,
  });
  const close = () => !form.sending && onClose();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={<Trans>Delete your bank details?</Trans>}
      description={
        <Trans>We'll no longer know to which account your payouts go. You can add one again at any time.</Trans>
      }
      actions={
        <>
          <Button onClick={close}>
            <Trans>Keep bank details</Trans>
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.sending || form.saved}>
            <Trans>Delete bank details</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <p className="nums font-semibold">{account_number}</p>
        {asked && <PasswordField />}
        {captcha}
      </Form>
    </Dialog>
  );
}
