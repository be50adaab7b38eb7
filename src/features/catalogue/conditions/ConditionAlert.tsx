import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Clock, OctagonX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { formatMoment } from '@/lib/format/dates';
import { webLink } from '@/lib/format/web-link';
import { paths } from '@/lib/routing/paths';
import { Alert, type AlertTone } from '@/ui/feedback/Alert';
import { announcedFrom, conditionTitle } from './labels.ts';
import type { Condition } from './queries.ts';

const TONES: Readonly<Record<string, AlertTone>> = { closed: 'danger', delayed: 'warn', open: 'success' };
const ICONS = { closed: OctagonX, delayed: Clock, open: CircleCheck } as const;

interface Props {
  condition: Condition;
  /** False on the page to which the link leads. */
  linked?: boolean;
}

/** Shows a travel alert with its source and end. */
export function ConditionAlert({ condition, linked = true }: Props) {
  const { i18n } = useLingui();
  const { state, subject, text, untranslated, poster, territory, changed_at, ends_at } = condition;
  const Icon = ICONS[state as keyof typeof ICONS] ?? Clock;
  const zone = territory?.time_zone ?? 'America/Guatemala';
  const until = formatMoment(ends_at, zone);
  const from = announcedFrom(condition, zone);
  const source = webLink(condition.source_url);
  return (
    <Alert tone={TONES[state] ?? 'info'} icon={<Icon aria-hidden="true" />}>
      <p className="wrap-anywhere">
        <strong>{i18n._(conditionTitle(subject, state))}.</strong> <span lang={untranslated?.text}>{text}</span>{' '}
        <InLanguage code={untranslated?.text} />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
        <span>{[poster?.full_name, formatMoment(changed_at, zone)].filter(Boolean).join(', ')}</span>
        {state !== 'open' && (
          <span>
            {from ? (
              <span key="from">
                <Trans>
                  From {from}, expected until {until}
                </Trans>
              </span>
            ) : (
              <span>
                <Trans>Expected until {until}</Trans>
              </span>
            )}
          </span>
        )}
        {source && (
          <a href={source} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-4">
            <Trans>Source</Trans>
          </a>
        )}
        {linked && (
          <Link to={paths.territoryConditions(condition.territory_id)} className="underline underline-offset-4">
            <Trans>All travel alerts</Trans>
          </Link>
        )}
      </p>
    </Alert>
  );
}
