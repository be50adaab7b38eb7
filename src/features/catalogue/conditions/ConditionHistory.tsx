import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoment } from '@/lib/format/dates';
import { ConditionAlert } from './ConditionAlert.tsx';
import { conditionTitle } from './labels.ts';
import type { RecentCondition } from './queries.ts';

/** Lists current, announced and past travel alerts, each with its earlier versions. */
export function ConditionHistory({
  conditions,
  checked,
}: {
  conditions: readonly RecentCondition[];
  /** True if the alerts were read in the browser, and not only when the page was built. */
  checked: boolean;
}) {
  const current = conditions.filter(({ begun, ended }) => begun && !ended);
  const ahead = conditions.filter(({ begun, ended }) => !begun && !ended);
  const past = conditions.filter(({ ended }) => ended);
  return (
    <>
      <section aria-labelledby="conditions-now">
        <h2 id="conditions-now" className="font-title text-2xl">
          <Trans>Now</Trans>
        </h2>
        {current.length > 0 ? (
          <Alerts conditions={current} />
        ) : (
          <p className="mt-3 text-ink-2">
            {checked ? (
              <span key="now">
                <Trans>No closures or delays reported.</Trans>
              </span>
            ) : (
              <span>
                <Trans>No closures or delays were reported.</Trans>
              </span>
            )}
          </p>
        )}
      </section>
      {ahead.length > 0 && (
        <section aria-labelledby="conditions-ahead">
          <h2 id="conditions-ahead" className="font-title mt-10 text-2xl">
            <Trans>Announced</Trans>
          </h2>
          <Alerts conditions={ahead} />
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="conditions-past">
          <h2 id="conditions-past" className="font-title mt-10 text-2xl">
            <Trans>In the last 30 days</Trans>
          </h2>
          <ul className="mt-4 grid gap-5">
            {past.map((condition) => (
              <PastCondition key={condition.id} condition={condition} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Alerts({ conditions }: { conditions: readonly RecentCondition[] }) {
  return (
    <ul className="mt-4 grid gap-4">
      {conditions.map((condition) => (
        <li key={condition.id}>
          <ConditionAlert condition={condition} linked={false} />
          <Earlier condition={condition} />
        </li>
      ))}
    </ul>
  );
}

const zoneOf = ({ territory }: RecentCondition): string => territory?.time_zone ?? 'America/Guatemala';

function PastCondition({ condition }: { condition: RecentCondition }) {
  const { i18n } = useLingui();
  const { subject, state, text, untranslated, ends_at } = condition;
  const ended = formatMoment(ends_at, zoneOf(condition));
  return (
    <li className="max-w-prose">
      <p className="wrap-anywhere">
        <strong>{i18n._(conditionTitle(subject, state))}.</strong> <span lang={untranslated?.text}>{text}</span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        <Trans>Ended {ended}</Trans>
      </p>
      <Earlier condition={condition} />
    </li>
  );
}

/** Lists the revisions before the current one. */
function Earlier({ condition }: { condition: RecentCondition }) {
  const { i18n } = useLingui();
  const before = condition.changes.slice(1);
  if (before.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 border-l-2 border-line pl-4 text-sm text-ink-2">
      {before.map((change) => (
        <li key={change.revision} className="wrap-anywhere">
          <span className="nums">{formatMoment(change.changed_at, zoneOf(condition))}</span>:{' '}
          <span>{i18n._(conditionTitle(condition.subject, change.state))}.</span>{' '}
          <span lang={change.untranslated?.text}>{change.text}</span>
        </li>
      ))}
    </ul>
  );
}
