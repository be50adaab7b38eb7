import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

interface RuleWords {
  meaning: MessageDescriptor;
  /** Describes what to do about a row that breaks the rule. */
  todo: MessageDescriptor;
}

/** The texts of the invariants (private.invariant_rules), by name. A test compares both lists. */
export const RULES: Record<string, RuleWords> = {
  'sold = seats of live bookings': {
    meaning: msg`A departure's number of sold seats matches its active bookings`,
    todo: msg`Compare the departure's bookings with its seats, then set the sold seats to those of its active bookings`,
  },
  'held = seats of live holds': {
    meaning: msg`A departure's number of held seats matches its active holds`,
    todo: msg`Compare the departure's holds with its seats, then set the held seats to those of holds in state “held”`,
  },
  'held + sold <= capacity': {
    meaning: msg`No departure has more seats held and sold than its capacity`,
    todo: msg`Move a group to another departure, or raise the capacity`,
  },
  'a private departure has one group': {
    meaning: msg`A private departure has one active booking or hold and is marked as private`,
    todo: msg`Move the other group, or make the departure shared`,
  },
  'a hold has one booking when consumed, else none': {
    meaning: msg`A hold is used only once, for a new booking or for a change`,
    todo: msg`Check the payment for the hold, then make the booking or refund the payment`,
  },
  'a change that costs more was paid for': {
    meaning: msg`Each booking change paid by card has a charge and held seats, and each charge for a change has its booking change`,
    todo: msg`Compare the charge with the change, then make the change or refund the charge`,
  },
  'a cancelled departure has asked its guests': {
    meaning: msg`Each active booking on a cancelled departure has an open offer`,
    todo: msg`Check that the reconciler is running, then look for the booking among the failures`,
  },
  'one open offer for a booking': {
    meaning: msg`No booking has two open offers`,
    todo: msg`Close the booking's older offer`,
  },
  'an open offer is of a live booking that waits': {
    meaning: msg`An offer stays open only while the booking is on the cancelled departure`,
    todo: msg`Check the booking, then close the offer or move the booking back to the departure`,
  },
  'an offer is answered in time': {
    meaning: msg`We refund the guest within an hour after an offer expires`,
    todo: msg`Check that the reconciler is running, then look for the offer among the failures`,
  },
  'an answered offer was kept': {
    meaning: msg`A guest who chose a refund no longer has a seat. A guest who chose another departure has been moved there.`,
    todo: msg`Compare the booking's history with the guest's answer`,
  },
  'a departure is decided in time': {
    meaning: msg`We confirm or cancel every departure with too few guests by its deadline`,
    todo: msg`Check that the reconciler is running, then confirm or cancel the departure`,
  },
  'a departure leaves at an hour that was sold': {
    meaning: msg`A departure with guests leaves at the time of one of its bookings`,
    todo: msg`Set the departure's start time to the one its guests booked`,
  },
  'no driver is in two places at once': {
    meaning: msg`The coming runs of a driver don't overlap`,
    todo: msg`Choose another driver for one of these departures in the driver plan`,
  },
  'a cancelled departure has its cancellation': {
    meaning: msg`A cancelled departure has a cancellation that wasn't undone`,
    todo: msg`Set the departure's correct status and cancellation`,
  },
  "offered seats are somebody's who waits": {
    meaning: msg`Seats held for a waitlist belong to one person who is still waiting`,
    todo: msg`Release the hold, so that we can offer its seats to the next person`,
  },
  'an offer from a waitlist has its seats': {
    meaning: msg`A waitlist offer holds seats for that person on that departure`,
    todo: msg`Set the waitlist entry to expired. The guest can join again.`,
  },
  'a waitlist ends with its departure': {
    meaning: msg`We close a waitlist within an hour after its departure leaves or is cancelled`,
    todo: msg`Check that the reconciler is running, then look for the waitlist among the failures`,
  },
  'nobody waits for seats that are free': {
    meaning: msg`Within an hour, we offer available seats to the first group on the waitlist for which there are enough`,
    todo: msg`Check that the reconciler is running, then look for the waitlist among the failures`,
  },
  'an expired hold lets go of its seats': {
    meaning: msg`We release the seats within an hour after a hold expires`,
    todo: msg`Check that the reconciler is running, then look for the hold among the failures`,
  },
  'a reserve of a phone has its seats': {
    meaning: msg`Seats held for offline sales equal the seats given to the phone minus those it has sold`,
    todo: msg`Release the seats held for the phone. The seats it sold have their own bookings.`,
  },
  'ledger = captured - refunded - disputed': {
    meaning: msg`A booking's ledger total equals its payments minus refunds and chargebacks`,
    todo: msg`Compare the payment with the one in Stripe, then add the missing ledger entry`,
  },
  'shares add up to the price': {
    meaning: msg`The shares of a sale add up to its price`,
    todo: msg`Add the difference to the ledger as a new entry. Never change existing entries.`,
  },
  'no share is below zero': {
    meaning: msg`No one has refunded more cash than they received`,
    todo: msg`Look for a refund that was recorded twice`,
  },
  "ledger and payment speak the booking's currency": {
    meaning: msg`Each booking has one currency`,
    todo: msg`Check in Stripe which currency was charged, then correct the other entries`,
  },
  'what was paid is the price': {
    meaning: msg`A payment never exceeds the booking's price`,
    todo: msg`Check in Stripe how much was charged, then refund anything above the price`,
  },
  'a changed booking has a price and a value': {
    meaning: msg`After each change, a booking and its seats have a price above zero, and the booking's price covers what was paid for the seats`,
    todo: msg`Compare the booking's history with its changes, then correct the price and value of the changes`,
  },
  'an order has one person and one currency': {
    meaning: msg`An order has one guest and one currency, and each booking has one order`,
    todo: msg`Compare the order with its payments and bookings. Move anything that isn't part of the order into a new one.`,
  },
  'a payment has its lines': {
    meaning: msg`Each payment lists its bookings, and charges all of them or none`,
    todo: msg`Check in Stripe how much was charged, then correct the amounts of the payment's bookings`,
  },
  'the cash books have the cash that was received': {
    meaning: msg`Cash received for a booking, minus cash refunds, equals its payment`,
    todo: msg`Compare the booking's history with the cash books of the people who received the cash, then add the missing entry`,
  },
  'a signed handover is in its book': {
    meaning: msg`Cash counted at the desk leaves the cash book of the person who brought it, and returns to it if the count is reversed`,
    todo: msg`Compare the handover with the cash book, then add the missing entry`,
  },
  'captured money has a booking or a refund': {
    meaning: msg`Every card payment has a booking or a refund`,
    todo: msg`Refund the payment, or book the trip for the guest`,
  },
  'a completed card booking is captured': {
    meaning: msg`A booking marked as paid by card has been charged`,
    todo: msg`Check the PaymentIntent in Stripe, then capture it or cancel the booking`,
  },
  'a completed booking has its money': {
    meaning: msg`An active booking marked as paid has a payment`,
    todo: msg`Ask the region's team whether the booking was paid, then set the correct status`,
  },
  'captured card money never reads pending': {
    meaning: msg`An active booking with a charged card is marked as paid`,
    todo: msg`Set the booking's payment to completed`,
  },
  'a live booking stands on no cancelled payment': {
    meaning: msg`When Stripe releases the amount on hold, the seats are released too`,
    todo: msg`Ask the guest to pay again, or cancel the booking`,
  },
  'a refunded booking has given its money back': {
    meaning: msg`A booking marked as refunded has been refunded, or its refund is on its way`,
    todo: msg`Refund the remaining amount from the booking`,
  },
  'refunds done at Stripe are in the books': {
    meaning: msg`Every refund made in Stripe is recorded`,
    todo: msg`Compare the refunds in Stripe with the ledger, then add the missing refund`,
  },
  'disputes are in the books': {
    meaning: msg`Every chargeback is recorded, and so is every amount returned after a won dispute`,
    todo: msg`Compare the payment's disputes in Stripe with the ledger`,
  },
  'an authorised card is charged or let go': {
    meaning: msg`We charge or release a card within an hour after its hold ends, unless the departure is undecided`,
    todo: msg`Capture or cancel the PaymentIntent in Stripe`,
  },
  'an operation at Stripe has failed for good': {
    meaning: msg`No Stripe operation has permanently failed`,
    todo: msg`Try the refund again below, or refund the guest in Stripe or in cash`,
  },
  'nothing waits too long at Stripe': {
    meaning: msg`Captures and cancellations take an hour at most, and refunds three days`,
    todo: msg`Check that Stripe is available, then look for the operation among the failures`,
  },
  'every event of Stripe is processed': {
    meaning: msg`Every recorded Stripe event has been processed`,
    todo: msg`Send the event again from the Stripe dashboard`,
  },
  "a partner's share has its commission": {
    meaning: msg`A partner's unpaid commission equals their share in the ledger`,
    todo: msg`Set the unpaid commission to the partner's share in the ledger`,
  },
  "the region's earnings equal its share": {
    meaning: msg`A region's earnings from a booking equal its share in the ledger`,
    todo: msg`Run credit_missing_earnings, then compare the result with the ledger`,
  },
  'a share is what the ledger has': {
    meaning: msg`The amount due to each party for a booking equals their share in the ledger`,
    todo: msg`Run credit_missing_shares, then compare the result with the ledger`,
  },
  'a share is paid as its payouts say': {
    meaning: msg`The paid amount of a share is the sum of its payout lines`,
    todo: msg`Compare the share with its payout lines. These should never be deleted.`,
  },
  'nobody was paid more than there was': {
    meaning: msg`A share's payouts never add up to more than the share`,
    todo: msg`Reverse the extra payout on the region's Finances page`,
  },
  'a payout is the sum of its lines': {
    meaning: msg`The amount of a payout is the sum of its lines`,
    todo: msg`Find out who changed an entry. Payouts and their lines are only ever added, never changed.`,
  },
  'a share is paid once at a time': {
    meaning: msg`A share is in only one payout, unless the payout was reversed`,
    todo: msg`Reverse one of the two payouts on the region's Finances page`,
  },
  'a payout that reads paid was owed': {
    meaning: msg`A share is marked as paid out only if it has a payout`,
    todo: msg`On the region's Finances page, set that booking's payout back to pending, then pay it again`,
  },
  'a closed month is what it froze': {
    meaning: msg`The figures of a closed month equal the ledger entries that were frozen with it`,
    todo: msg`Find out who changed an entry. The ledger and closed months are only ever added to, never changed.`,
  },
  "a referral is its booking's": {
    meaning: msg`A referral uses the same link as its booking`,
    todo: msg`Change the referral's link to the booking's link`,
  },
  'a confirmed booking has its e-mail': {
    meaning: msg`Each booking has a confirmation email, sent or waiting to be sent`,
    todo: msg`Send the confirmation again from the booking`,
  },
  'one letter for each end and return of a booking': {
    meaning: msg`No one gets the same email twice`,
    todo: msg`Discard the second message if it hasn't been sent, and find out why it was created`,
  },
  'no e-mail or notification is stuck': {
    meaning: msg`We send emails and notifications no more than an hour late`,
    todo: msg`Check that the reconciler is running, then look for the message on the Mail page`,
  },
  'no e-mail is given up': {
    meaning: msg`No email has permanently failed in the last 30 days`,
    todo: msg`Open Mail, then correct the address and send the email again, or discard it`,
  },
  'a booking has its check-in code': {
    meaning: msg`Every booking has a check-in code`,
    todo: msg`Create a code for the booking, or ask the guest to show the receipt`,
  },
  'who is here of a booking came at a press': {
    meaning: msg`If part of a group has arrived, each person was checked in only once`,
    todo: msg`Read the booking's history, then mark its arrival again in the list of bookings`,
  },
  'a ticket is whose it was given to': {
    meaning: msg`A ticket belongs to the last person who accepted it, and keeps no passport photos of earlier holders`,
    todo: msg`Compare the booking's history with its ticket holder, then set the holder to the person who accepted the ticket`,
  },
  'an invitation to take a ticket ends in time': {
    meaning: msg`A ticket invitation is open only while the booking is active and the deadline hasn't passed`,
    todo: msg`Check that the reconciler is running, then set the invitation to expired`,
  },
  'a payer is named where it is not the holder': {
    meaning: msg`A booking has a separate payer only if the ticket was transferred`,
    todo: msg`Compare the booking's history with its payer, then remove the payer if the holder paid`,
  },
  "seats kept for a change are its holder's": {
    meaning: msg`Seats held for a booking change belong to the ticket holder`,
    todo: msg`Release the hold and its seats`,
  },
  'a condition ends after it begins': {
    meaning: msg`A travel alert ends after it begins`,
    todo: msg`Set the correct end time, or end the travel alert now`,
  },
  "a condition touches its territory's services": {
    meaning: msg`A travel alert affects only services in its own region`,
    todo: msg`Remove the service from the travel alert, and post a new alert in the service's region`,
  },
  'a change of a condition is told once': {
    meaning: msg`Guests get one email for each change to a travel alert`,
    todo: msg`Discard the second message if it hasn't been sent, and find out why it was created`,
  },
  'a passport image exists': {
    meaning: msg`Every passport photo of a booking exists`,
    todo: msg`Ask the guest for the photo again`,
  },
  'a passport is gone 30 days after the service': {
    meaning: msg`We delete passport photos 30 days after the trip`,
    todo: msg`Look for the photo among the failures, then delete it in Storage`,
  },
  'an unused passport is gone after a day': {
    meaning: msg`We delete passport photos without a booking after a day`,
    todo: msg`Look for the photo among the failures, then delete it in Storage`,
  },
  'roles are their grants': {
    meaning: msg`The roles shown on a profile match the roles that were granted`,
    todo: msg`Check the person's roles under People, then save them`,
  },
  'the guards of the database are in place': {
    meaning: msg`All required keys, checks and row level security are in place`,
    todo: msg`Run the migrations again, because a key, a check or row level security is missing`,
  },
  'every rule can be checked': {
    meaning: msg`Every rule can be checked`,
    todo: msg`Read the error. We can't check the rules in this group until it's fixed.`,
  },
};
