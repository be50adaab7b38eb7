import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dateFormat } from '@/lib/i18n/intl';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

export interface LegalPageProps {
  title: ReactNode;
  lead: ReactNode;
  /** The date from which the text applies, as YYYY-MM-DD. */
  since: string;
  children: ReactNode;
}

const day = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

export function LegalPage({ title, lead, since, children }: LegalPageProps) {
  const date = day().format(new Date(`${since}T00:00:00Z`));
  return (
    <div className="shell flex-1 pt-8 pb-24 md:pt-14">
      <article className="mx-auto max-w-prose">
        <h1 tabIndex={-1} className="font-title text-4xl">
          {title}
        </h1>
        <p className="mt-3 text-lg text-ink-2">{lead}</p>
        <p className="mt-3 text-sm text-ink-3">
          <Trans>
            In force since <time dateTime={since}>{date}</time>
          </Trans>
        </p>
        <p className="mt-1 text-sm text-ink-3">
          <Trans>This text is in English and in Spanish. Where they differ, the English one counts.</Trans>
        </p>
        <div className="mt-8 grid gap-8 border-t border-line pt-8">{children}</div>
        <nav aria-labelledby="legal-more" className="mt-12 border-t border-line pt-6">
          <h2 id="legal-more" className="text-sm font-semibold text-ink-2">
            <Trans>Read on</Trans>
          </h2>
          <div className="mt-3 flex flex-wrap gap-3">
            <LinkButton to={paths.terms} size="sm">
              <Trans>Terms of Service</Trans>
            </LinkButton>
            <LinkButton to={paths.privacy} size="sm">
              <Trans>Privacy Policy</Trans>
            </LinkButton>
            <LinkButton to={paths.waiver} size="sm">
              <Trans>Waiver</Trans>
            </LinkButton>
          </div>
        </nav>
      </article>
    </div>
  );
}

export function LegalSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3 leading-7 text-ink-2 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
      <h2 className="text-xl font-bold text-ink">{title}</h2>
      {children}
    </section>
  );
}
