import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Queue } from './queries';

interface QueueLabels {
  label: string;
  column: string;
  accept: string;
  decline: string | null;
  accepted: string;
  declined: string;
  /** True if accepting hides the text. */
  hides: boolean;
}

export function useQueueLabels(): Record<Queue, QueueLabels> {
  const { t } = useLingui();
  const approval = {
    accept: t`Approve`,
    decline: t`Decline`,
    accepted: t`Approved`,
    declined: t`Declined`,
    hides: false,
  };
  return {
    reports: {
      label: t`Reported messages`,
      column: t`Message`,
      accept: t`Hide message`,
      decline: t`Dismiss report`,
      accepted: t`Message hidden`,
      declined: t`Report dismissed`,
      hides: true,
    },
    reviews: {
      label: t`Reported reviews`,
      column: t`Review`,
      accept: t`Hide review`,
      decline: t`Keep review`,
      accepted: t`Review hidden`,
      declined: t`Review kept`,
      hides: true,
    },
    submissions: { label: t`Submissions`, column: t`Submission`, ...approval },
    contact: {
      label: t`Contact messages`,
      column: t`Message`,
      accept: t`Mark as done`,
      decline: null,
      accepted: t`Marked as done`,
      declined: '',
      hides: false,
    },
    applications: { label: t`Partner applications`, column: t`Application`, ...approval },
  };
}

/** Returns the purpose of an application, which is a code. Other queues have the person's own text. */
export function aboutLabel(queue: Queue, about: string | null): string | null {
  if (queue !== 'applications') return about;
  const known: Record<string, string> = {
    tour_guide: t`Tour Guide`,
    hotel_partner: t`Hotel Partner`,
    transport_provider: t`Transport Provider`,
    influencer_partner: t`Influencer Partner`,
  };
  return about === null ? null : (known[about] ?? about);
}
