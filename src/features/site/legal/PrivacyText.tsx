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
      <LegalSection title={<Trans>What we keep</Trans>}>
        <ul>
          <li>
            <Trans>
              Your account: email address, name and, if you add them, a picture, your country and a few words about you.
            </Trans>
          </li>
          <li>
            <Trans>
              Your bookings: service, date, group size, price, WhatsApp number, country, hotel, whether you speak
              Spanish, and the details of passengers that you give us.
            </Trans>
          </li>
          <li>
            <Trans>
              If you are a guide: a WhatsApp number, only if you choose to show one. Your guests see it on their
              tickets, until 12 hours after the trip.
            </Trans>
          </li>
          <li>
            <Trans>
              A passport photo, only for trips that need one. It lies in private storage and is deleted 30 days after
              the service.
            </Trans>
          </li>
          <li>
            <Trans>
              What you write: messages about bookings, posts on a region's board, reviews, contact messages, and the
              photos and videos that you share with us.
            </Trans>
          </li>
          <li>
            <Trans>If a hotel or partner sent you: which of their links you came by.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>Card payments</Trans>}>
        <p>
          <Trans>
            Cards are handled by Stripe. Your card number goes from your browser straight to them; we see the amount and
            whether it was paid, never the number.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>In your browser</Trans>}>
        <p>
          <Trans>
            We store your session, your theme, a partner's code if you came by one, and forms that you have begun, so
            that a reload loses nothing. There are no advertising or tracking cookies.
          </Trans>
        </p>
        <p>
          <Trans>
            The phones of guides, drivers and shuttle managers keep the lists of their day, with the names and numbers
            of their guests, so that they open without a signal. The lists are deleted after 36 hours and on signing
            out.
          </Trans>
        </p>
      </LegalSection>
    </>
  );
}

function WhoSeesIt() {
  return (
    <>
      <LegalSection title={<Trans>Who sees it</Trans>}>
        <ul>
          <li>
            <Trans>Everyone: your name, picture and country, next to what you post on a board or review.</Trans>
          </li>
          <li>
            <Trans>
              The people who run your trip: the region's team, your guide, and for transport the shuttle team and the
              assigned driver, as far as they need it for your trip. Each view of a passport photo is recorded.
            </Trans>
          </li>
          <li>
            <Trans>
              The partner who sent you: that a booking was made and their commission, not your contact details.
            </Trans>
          </li>
          <li>
            <Trans>
              Services that work for us: hosting and database, email delivery and Stripe. We do not sell your data.
            </Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>How long</Trans>}>
        <p>
          <Trans>
            Bookings and payments are kept as long as tax law asks for. The rest stays until you delete it or ask us to.
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
            You can see and correct your details in your profile, download all of your data there, and delete your
            account: your bookings stay in the books of the region, without your name. To object to a use, write to us
            through the contact page; we answer within 30 days.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Children</Trans>}>
        <p>
          <Trans>
            Accounts are for adults. Adults may book for the children in their care and then give us those children's
            details.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Changes</Trans>}>
        <p>
          <Trans>If something important here changes, we tell account holders by email 30 days before.</Trans>
        </p>
      </LegalSection>
    </>
  );
}
