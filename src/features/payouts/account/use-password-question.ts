import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { signIn } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { FieldError } from '@/ui/form/form-problems';
import { useCaptcha } from '@/ui/form/use-captcha';

/**
 * Asks for the password in a form if the server wants a recent sign-in. `confirmed` runs an action, and signs in
 * before it once the password was asked for. Errors of the password are shown beside the field 'password'.
 */
export function usePasswordQuestion(email: string) {
  const [asked, setAsked] = useState(false);
  const { captcha, captchaToken } = useCaptcha();

  async function confirmed(password: string, act: () => Promise<void>): Promise<void> {
    if (asked) {
      await signIn({ email, password, captchaToken: await captchaToken() }).catch((error: unknown) => {
        const isWrong = error instanceof AppError && error.code === 'invalid_credentials';
        throw isWrong ? new FieldError('password', t`That password is wrong.`) : error;
      });
    }
    try {
      await act();
      setAsked(false);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'sign_in_again') throw error;
      setAsked(true);
      throw new FieldError('password', error.message);
    }
  }

  return { asked, captcha, confirmed };
}
