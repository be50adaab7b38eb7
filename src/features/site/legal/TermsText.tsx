import { Trans } from '@lingui/react/macro';
import { LegalSection } from './LegalPage';

export function TermsText() {
  return (
    <>
      <Basics />
      <Bookings />
      <Conduct />
      <Law />
    </>
  );
}

function Basics() {
  return (
    <>
      <LegalSection title={<Trans>What Territorio is</Trans>}>
        <p>
          <Trans>
            A marketplace. Local guides, operators and drivers offer experiences and transport here, region by region;
            you book with them, and they carry it out. We provide the place, take the payment for them and help when
            something goes wrong.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Your account</Trans>}>
        <p>
          <Trans>
            To book you need an account with your true name and your own email address. Keep your password to yourself;
            what is done with your account counts as done by you. You must be at least 18.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function Bookings() {
  return (
    <>
      <LegalSection title={<Trans>Booking and paying</Trans>}>
        <p>
          <Trans>
            A price is for one person or for the whole group, as it says, in the region's currency. When you continue to
            payment your seats are held for 15 minutes. The booking is made when the payment has gone through or, where
            the operator takes cash, when you confirm it.
          </Trans>
        </p>
        <p>
          <Trans>
            Each booking needs the waiver to be accepted. Some trips also need a photo of your passport. Show the QR
            code of your ticket when you arrive.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Cancelling and refunds</Trans>}>
        <ul>
          <li>
            <Trans>Flexible: all of it back until 24 hours before the start.</Trans>
          </li>
          <li>
            <Trans>Moderate: all of it back until 72 hours before, half until 24 hours before.</Trans>
          </li>
          <li>
            <Trans>Strict: half of it back until 7 days before.</Trans>
          </li>
          <li>
            <Trans>If the operator or the region cancels, you get another date or all of your money back.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            Which of the three applies is fixed when you book. Refunds go to the card that you paid with. If you do not
            show up, you get no refund.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function Conduct() {
  return (
    <>
      <LegalSection title={<Trans>What you write and upload</Trans>}>
        <p>
          <Trans>
            It stays yours. You allow us to show it on Territorio and, for photos and videos that you submit, in our
            channels about the region. Post only what is yours, true and decent; the region's team may hide what is not.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Partners</Trans>}>
        <p>
          <Trans>
            Guides, operators and travel partners sell under their own responsibility, with the licences and insurance
            that the law asks of them. Partners earn the commission agreed with their region on bookings made through
            their links.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Our liability</Trans>}>
        <p>
          <Trans>
            We answer for our own service: that bookings and payments are handled with care. For the trip itself its
            operator answers. Nothing here limits liability for intent or gross negligence, or your rights as a
            consumer.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function Law() {
  return (
    <>
      <LegalSection title={<Trans>Changes to these terms</Trans>}>
        <p>
          <Trans>
            We give 30 days' notice of material changes, by email and on this page. A booking keeps the terms under
            which it was made.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Ending it</Trans>}>
        <p>
          <Trans>
            You may stop using your account at any time. We may close an account that breaks these terms; paid bookings
            are then honoured or refunded.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Governing law</Trans>}>
        <p>
          <Trans>
            These terms are governed by the laws of the Republic of Guatemala, and its courts decide, unless consumer
            law gives you the courts of your home. The waiver names its own law.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}
