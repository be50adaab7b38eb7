import { Trans } from '@lingui/react/macro';
import { LegalSection } from './LegalPage';

/** Says what the product stores, who sees it and for how long. It must match the code. */
export function PrivacyText() {
  return (
    <>
      <WhatWeKeep />
      <WhoSeesIt />
      <YourRights />
    </>
  );
}

function WhatWeKeep() {
  return (
    <>
      <LegalSection title={<Trans>Data we keep</Trans>}>
        <ul>
          <li>
            <Trans>
              Your account details: email address, name and, if you add them, a picture, your country and a few words
              about you.
            </Trans>
          </li>
          <li>
            <Trans>
              Your booking details: trip, date, group size, price, WhatsApp number, country, hotel, whether you speak
              Spanish, and the passengers' details that you give us.
            </Trans>
          </li>
          <li>
            <Trans>
              If you're a guide, a WhatsApp number, if you choose to show one. Your guests see it on their tickets until
              12 hours after the trip.
            </Trans>
          </li>
          <li>
            <Trans>
              A passport photo, only for trips that need one. We keep the photo in private storage and delete it 30 days
              after the trip.
            </Trans>
          </li>
          <li>
            <Trans>
              Texts and files you send: messages about bookings, board posts, reviews, contact messages, photos and
              videos.
            </Trans>
          </li>
          <li>
            <Trans>If a hotel or partner referred you, which of their links you used.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>Card payments</Trans>}>
        <p>
          <Trans>
            Stripe processes card payments. Your card number goes directly from your browser to Stripe. We see the
            amount and whether you paid, but never the number.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>In your browser</Trans>}>
        <p>
          <Trans>
            We store your session, your theme, a partner's code if you used one, and forms you've started. This way, you
            lose nothing if you reload the page. We use no advertising or tracking cookies.
          </Trans>
        </p>
        <p>
          <Trans>
            The phones of guides, drivers and shuttle managers keep each day's guest lists, so that they work without a
            signal. The lists have guests' names and numbers. We delete the lists after 36 hours, or when the guide,
            driver or manager signs out.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function WhoSeesIt() {
  return (
    <>
      <LegalSection title={<Trans>Who can see your data</Trans>}>
        <ul>
          <li>
            <Trans>Everyone can see your name, picture and country next to your board posts and reviews.</Trans>
          </li>
          <li>
            <Trans>
              The people who run your trip can see the details they need. These are the region's team, your guide and,
              for transport, the shuttle team and the driver. We record each view of a passport photo.
            </Trans>
          </li>
          <li>
            <Trans>
              The partner who referred you can see that you made a booking and their commission, but not your contact
              details.
            </Trans>
          </li>
          <li>
            <Trans>
              Companies that provide our hosting, database, email and payments (Stripe) can see the data they need. We
              do not sell your data.
            </Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>How long</Trans>}>
        <p>
          <Trans>
            We keep bookings and payments as long as tax law requires. We keep everything else until you delete it or
            ask us to.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function YourRights() {
  return (
    <>
      <LegalSection title={<Trans>Your rights</Trans>}>
        <p>
          <Trans>
            In your profile, you can see and correct your details, download all of your data, and delete your account.
            Your bookings then stay in the region's records, without your name. To object to how we use your data, write
            to us on the contact page. We'll answer within 30 days.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Children</Trans>}>
        <p>
          <Trans>
            Accounts are for adults. Adults can book for children in their care and give us the children's details.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Changes</Trans>}>
        <p>
          <Trans>If we make an important change here, we'll email account holders 30 days before.</Trans>
        </p>
      </LegalSection>
    </>
  );
}
