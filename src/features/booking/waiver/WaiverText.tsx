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
          Please read this before you book. By selecting the box, you accept this waiver for yourself and for everyone
          in your booking, including children in your care.
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
          Independent guides, operators and drivers run everything you book on Territorio. They are not employees or
          agents of Territorio. Territorio does not own, run or supervise their boats, vehicles, equipment or routes,
          and is not responsible for what they do or fail to do.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>4. Medical fitness and your responsibilities</Trans>}>
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
          Weather, water and roads can change your plans. The guide may change the route or cancel for safety. If the
          trip is cancelled before the start, you can choose another date or a refund.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>8. Governing law</Trans>}>
        <Trans>
          The laws of the State of Florida, United States of America, govern this waiver. If one part of it is not
          valid, the rest still applies.
        </Trans>
      </Point>
      <Point heading={heading} title={<Trans>9. Acknowledgment</Trans>}>
        <Trans>
          You accept this waiver by selecting the box "I have read and accept the waiver" when you book. Your booking
          records the version you accepted and the time. You cannot book without accepting.
        </Trans>
      </Point>
    </>
  );
}
