import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import type { CheckoutState } from './machine';
import type { Service } from './types';
import { wording } from './wording';

type Props = {
  service: Service;
  state: Extract<CheckoutState, { step: 'form' | 'holding' | 'expired' }>;
  from: string;
};

const CHOOSE_AGAIN = new Set(['sold_out', 'departure_closed', 'hold_void']);

function Text({ service, state, from }: Props) {
  if (state.step === 'expired') {
    return (
      <Alert tone="warn">
        <p className="font-semibold">
          <Trans>Your seats are no longer held</Trans>
        </p>
        <p>
          <Trans>
            The 15 minutes are over and nothing was charged. Everything you typed is still here: press the button below
            to hold seats again.
          </Trans>
        </p>
      </Alert>
    );
  }
  const problem = state.step === 'form' ? state.problem : null;
  if (!problem) return null;
  if (problem.code === 'not_signed_in') {
    return (
      <Alert
        tone="warn"
        action={
          <LinkButton size="sm" to={paths.login} state={{ from }}>
            <Trans>Sign In</Trans>
          </LinkButton>
        }
      >
        <p>{problem.message}</p>
        <p>
          <Trans>What you typed is kept, and held seats stay yours until they run out.</Trans>
        </p>
      </Alert>
    );
  }
  return (
    <Alert tone={CHOOSE_AGAIN.has(problem.code) ? 'warn' : 'danger'}>
      <p>{problem.message}</p>
      {CHOOSE_AGAIN.has(problem.code) && problem.code !== 'hold_void' && <p>{wording(service.kind).nothingCharged}</p>}
    </Alert>
  );
}

/** Why the traveller is back at the form, at its top and with the focus. */
export function FormProblem({ service, state, from }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const problem = state.step === 'form' ? state.problem : null;
  const shown = problem !== null || state.step === 'expired';
  useEffect(() => {
    if (shown) ref.current?.focus();
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={ref} tabIndex={-1} className="rounded-md">
      <Text service={service} state={state} from={from} />
    </div>
  );
}
