import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { formatMoment } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
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
                <Trans>There are no closures or delays.</Trans>
              </span>
            ) : (
              <span>
                <Trans>There were no closures or delays.</Trans>
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
          <Affected condition={condition} />
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
      <Affected condition={condition} />
      <Earlier condition={condition} />
    </li>
  );
}

/** Links to the services that an alert affects, whose departures until its end may change. */
function Affected({ condition: { touches_all, services } }: { condition: RecentCondition }) {
  const named = services.flatMap(({ service_id: id, kind, service }) => (service ? [{ id, kind, ...service }] : []));
  if (touches_all) {
    return (
      <p className="mt-2 text-sm text-ink-2">
        <Trans>Affects all trips in the region</Trans>
      </p>
    );
  }
  if (named.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
      <p>
        <Trans>Affects:</Trans>
      </p>
      <ul className="contents">
        {named.map(({ id, kind, title, untranslated }) => (
          <li key={id} className="min-w-0">
            <Link
              to={kind === 'experience' ? paths.experience(id) : paths.transport(id)}
              lang={untranslated?.title}
              className="inline-flex min-h-6 items-center wrap-anywhere underline underline-offset-4"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
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
