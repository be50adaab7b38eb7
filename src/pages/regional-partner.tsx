import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Application } from '@/features/referrals/application/Application';
import { Ways } from '@/features/referrals/application/Ways';
import type { Way } from '@/features/referrals/application/ways';
import { art } from '@/lib/media/art';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';
import { Figure } from '@/ui/Figure';
import { Poster } from '@/ui/media/Poster';

export default function RegionalPartnerPage() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<{ way: Way } | null>(null);
  const apply = useRef<HTMLHeadingElement>(null);
  usePageHead({
    title: t`Earn Money`,
    description: t`Guide, drive, run a region or refer guests. These are four ways to earn with travellers in Guatemala.`,
    canonical: paths.regionalPartner,
  });
  const choose = (way: Way) => {
    setChosen({ way });
    apply.current?.focus({ preventScroll: true });
    apply.current?.scrollIntoView();
  };
  return (
    <div className="flex-1 pb-24">
      <Intro />
      <section aria-labelledby="ways" className="shell pt-14 lg:pt-20">
        <h2 id="ways" className="font-title mb-7 text-3xl">
          <Trans>Four ways to earn</Trans>
        </h2>
        <Ways onChoose={choose} />
      </section>
      <WhyJoin />
      <section aria-labelledby="apply" className="shell pt-14 lg:pt-20">
        <div className="mx-auto max-w-3xl">
          <h2 id="apply" ref={apply} tabIndex={-1} className="font-title mb-7 scroll-mt-24 text-3xl outline-none">
            <Trans>Apply now</Trans>
          </h2>
          <Application chosen={chosen} />
        </div>
      </section>
    </div>
  );
}

function Intro() {
  return (
    <div className="shell grid items-center gap-8 pt-8 md:pt-12 lg:grid-cols-2">
      <div>
        <h1 tabIndex={-1} className="font-title text-4xl">
          <Trans>Earn money from the place you know best</Trans>
        </h1>
        <p className="mt-4 max-w-prose text-lg text-ink-2">
          <Trans>
            Territorio exists thanks to the people who run its trips. Guide a walk, host travellers, drive a boat or
            recommend trips, and get paid for every booking you help make.
          </Trans>
        </p>
      </div>
      <Poster
        picture={art.livingston()}
        sizes="(min-width: 64rem) 38rem, 100vw"
        className="aspect-[16/9] rounded-xl lg:aspect-[3/2]"
      />
    </div>
  );
}

function WhyJoin() {
  return (
    <section aria-labelledby="why" className="mt-14 bg-canvas-2 py-14 lg:mt-20 lg:py-20">
      <div className="shell">
        <h2 id="why" className="font-title text-3xl">
          <Trans>Why join</Trans>
        </h2>
        <dl className="mt-7 grid gap-8 md:grid-cols-3">
          <Reason title={<Trans>Most of the money stays in the region</Trans>}>
            <Trans>
              The operator gets 80% of the price, minus commission if a partner referred the guest. The region's team
              gets 10%.
            </Trans>
          </Reason>
          <Reason title={<Trans>No joining fee, no commitment</Trans>}>
            <Trans>Joining is free. We earn when you earn, and you can leave at any time.</Trans>
          </Reason>
          <Reason title={<Trans>Your bookings at a glance</Trans>}>
            <Trans>
              See who's coming, when, and how much you've earned. It's all on your phone as soon as guests book.
            </Trans>
          </Reason>
        </dl>
      </div>
    </section>
  );
}

const Reason = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Figure label={title} labelClass="text-xl font-bold" valueClass="mt-1.5 text-ink-2">
    {children}
  </Figure>
);
