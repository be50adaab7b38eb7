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
      <LegalSection title={<Trans>About Territorio</Trans>}>
        <p>
          <Trans>
            Territorio is a marketplace. Local guides, operators and drivers offer experiences and transport here,
            region by region. You book with them, and they run the trip. We provide the website, take the payment for
            them and help when something goes wrong.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Your account</Trans>}>
        <p>
          <Trans>
            To book, you need an account with your real name and your own email address. Keep your password to yourself,
            because you're responsible for everything done with your account. You must be at least 18.
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
            Prices are per person or for the whole group, as shown, in the region's currency. When you continue to
            payment, we hold your seats for 15 minutes. You have a booking once your payment has gone through or, if you
            pay in cash, once you confirm.
          </Trans>
        </p>
        <p>
          <Trans>
            You need to accept the waiver for each booking. Some trips also require a photo of your passport. Show the
            QR code on your ticket when you arrive.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Cancelling and refunds</Trans>}>
        <ul>
          <li>
            <Trans>Flexible: full refund until 24 hours before the start.</Trans>
          </li>
          <li>
            <Trans>Moderate: full refund until 3 days before the start, then a 50% refund until 24 hours before.</Trans>
          </li>
          <li>
            <Trans>Strict: 50% refund until 7 days before the start, then no refund.</Trans>
          </li>
          <li>
            <Trans>If the operator or the region cancels, you can choose another date or a full refund.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            When you book, you can see which of these three policies applies. We refund you the same way you paid. If
            you don't show up, there's no refund.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function Conduct() {
  return (
    <>
      <LegalSection title={<Trans>Your posts, photos and videos</Trans>}>
        <p>
          <Trans>
            Your posts, reviews, photos and videos stay yours. You allow us to show them on Territorio. We may also show
            photos and videos you submit on our channels about the region. Only post content that is your own, true and
            respectful. The region's team may hide anything else.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Partners</Trans>}>
        <p>
          <Trans>
            Guides, operators and travel partners are responsible for their own sales, and for the licences and
            insurance the law requires. Partners earn the commission agreed with their region on bookings made with
            their links.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Our liability</Trans>}>
        <p>
          <Trans>
            We are responsible for our own service: handling bookings and payments with care. The operator is
            responsible for the trip itself. These terms do not limit liability for intentional harm or gross
            negligence, or your rights as a consumer.
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
            We'll tell you about important changes 30 days before, by email and on this page. A booking keeps the terms
            that applied when you made it.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Ending the agreement</Trans>}>
        <p>
          <Trans>
            You can stop using your account at any time. We may close an account that breaks these terms. Paid bookings
            then go ahead, or we refund them.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Governing law</Trans>}>
        <p>
          <Trans>
            The laws of the Republic of Guatemala govern these terms, and its courts decide any dispute, unless consumer
            law lets you go to court in your home country. The waiver is governed by the law it names.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}
