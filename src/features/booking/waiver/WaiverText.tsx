import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type Heading = 'h2' | 'h3';

function Point({ heading: Title, title, children }: { heading: Heading; title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <Title className="font-semibold text-ink">{title}</Title>
      <p>{children}</p>
    </section>
  );
}

/**
 * Shows the waiver's text, in the checkout's dialog (`h3`) and on its own page (`h2`). If its meaning changes, it
 * needs a new `waiverVersion`.
 */
export function WaiverText({ heading = 'h3' }: { heading?: Heading }) {
  return (
    <div className="grid gap-5 text-[.9375rem] leading-6 text-ink-2">
      <p>
        <Trans>
          Please read this before you book. By ticking the box you accept it for yourself and for everyone in your
          booking, including children in your care.
        </Trans>
      </p>
      <Activity heading={heading} />
      <Liability heading={heading} />
    </div>
  );
}

function Activity({ heading }: { heading: Heading }) {
  return (
    <>
      <Point heading={heading} title={<Trans>1. What you take part in</Trans>}>
        <Trans>
          Experiences and transport can include boats and lanchas, swimming, hiking on uneven or wet ground, volcanoes,
          caves, heat, altitude, insects and wild animals, and travel on rural roads. Medical help may be hours away.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>2. Assumption of risk</Trans>}>
        <Trans>
          These activities carry risks of property damage, injury, illness and, rarely, death, even where everyone acts
          with care. You take part of your own free will and accept these risks.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>3. Third-party providers</Trans>}>
        <Trans>
          Everything that you book on Territorio is run by independent guides, operators and drivers. They are not
          employees or agents of Territorio, which does not own, run or supervise their boats, vehicles, equipment or
          routes and is not answerable for what they do or fail to do.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>4. Medical fitness and your part</Trans>}>
        <Trans>
          You are fit to take part, and you tell your guide before the start about pregnancy, medical conditions,
          allergies or if you cannot swim. You follow the guide's safety instructions, wear the equipment you are given
          and do not take part under the influence of alcohol or drugs. The guide may end your participation if you put
          anyone at risk.
        </Trans>
      </Point>
    </>
  );
}

function Liability({ heading }: { heading: Heading }) {
  return (
    <>
      <Point heading={heading} title={<Trans>5. Release of liability</Trans>}>
        <Trans>
          To the extent the law allows, you release Territorio, the guides, operators and hosts, and their staff, from
          claims for loss, damage or injury that arise from your participation. This does not cover harm caused on
          purpose or by gross negligence, and it does not take away rights that consumer law gives you.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>6. Insurance and emergencies</Trans>}>
        <Trans>
          You are responsible for your own travel and medical insurance. In an emergency you agree to first aid and
          transport to care, at your own cost.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>7. Changes on the day</Trans>}>
        <Trans>
          Weather, water and roads decide. The guide may change the route or cancel for safety; if it is cancelled
          before the start you get another date or your money back.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>8. Governing law</Trans>}>
        <Trans>
          This waiver is governed by the laws of the State of Florida, United States of America. If one part of it does
          not hold, the rest still does.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>9. Acknowledgment</Trans>}>
        <Trans>
          You acknowledge this waiver by ticking the box "I have read and accept the waiver" when you book. Your booking
          keeps the version that you accepted and the time. Without it a booking cannot be made.
        </Trans>
      </Point>
    </>
  );
}
