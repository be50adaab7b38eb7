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
    meaning: msg`A departure's sold count equals the seats of its active bookings`,
    todo: msg`Compare its bookings with its seats, and set the sold count to the seats of the active ones`,
  },
  'held = seats of live holds': {
    meaning: msg`A departure's held count equals the seats of its active holds`,
    todo: msg`Compare its holds with its seats, and set the held count to the seats of holds in state “held”`,
  },
  'held + sold <= capacity': {
    meaning: msg`No departure has more seats held and sold than its capacity`,
    todo: msg`Move a group to another departure, or raise the capacity`,
  },
  'a private departure has one group': {
    meaning: msg`A private departure has one active booking or hold and is marked as private`,
    todo: msg`Move the other group, or set the departure to not exclusive`,
  },
  'a hold has one booking when consumed, else none': {
    meaning: msg`A hold becomes one booking, or changes one, only once`,
    todo: msg`Check the payment of the hold: book it or refund it`,
  },
  'a change that costs more was paid for': {
    meaning: msg`Each booking change paid by card has its own charge and held seats, and each such charge has its change`,
    todo: msg`Compare the charge with the change: make the change or refund it`,
  },
  'a cancelled departure has asked its guests': {
    meaning: msg`Each active booking on a cancelled departure has an open offer`,
    todo: msg`Check that the reconciler is running, and whether the booking is among the failures`,
  },
  'one open offer for a booking': {
    meaning: msg`No booking has two open offers`,
    todo: msg`Close the booking's older offer`,
  },
  'an open offer is of a live booking that waits': {
    meaning: msg`An offer stays open only while its booking is on the cancelled departure`,
    todo: msg`Check the booking: close the offer, or move the booking back`,
  },
  'an offer is answered in time': {
    meaning: msg`An hour after an offer expires, its refund has been made`,
    todo: msg`Check that the reconciler is running, and whether the offer is among the failures`,
  },
  'an answered offer was kept': {
    meaning: msg`A guest who chose a refund no longer has a seat, and a guest who chose another departure is or was on it`,
    todo: msg`Compare the booking's history with the answer`,
  },
  'a departure is decided in time': {
    meaning: msg`Every departure with too few guests is decided by its deadline`,
    todo: msg`Check that the reconciler is running, and confirm or cancel the departure`,
  },
  'a departure leaves at an hour that was sold': {
    meaning: msg`A departure with guests leaves at the time that one of them booked`,
    todo: msg`Set the start of the departure to that of its bookings`,
  },
  'a cancelled departure has its cancellation': {
    meaning: msg`A cancelled departure refers to a cancellation that wasn't undone`,
    todo: msg`Set the correct status and its cancellation`,
  },
  "offered seats are somebody's who waits": {
    meaning: msg`Seats held for a waitlist belong to one active entry`,
    todo: msg`Release the hold, so its seats are offered to the next person`,
  },
  'an offer from a waiting list has its seats': {
    meaning: msg`A waitlist offer has seats held for that person on that departure`,
    todo: msg`Set the entry to expired; the guest can join again`,
  },
  'a waiting list ends with its departure': {
    meaning: msg`An hour after a departure has left or was cancelled, its waitlist is closed`,
    todo: msg`Check that the reconciler is running, and whether the waitlist is among the failures`,
  },
  'nobody waits for seats that are free': {
    meaning: msg`Available seats are offered within the hour to the first group they are enough for`,
    todo: msg`Check that the reconciler is running, and whether the waitlist is among the failures`,
  },
  'an expired hold lets go of its seats': {
    meaning: msg`A hold that expired an hour ago has released its seats`,
    todo: msg`Check that the reconciler is running, and whether the hold is among the failures`,
  },
  'a reserve of a phone has its seats': {
    meaning: msg`Seats held for offline sales equal the seats given to the phone minus those it sold`,
    todo: msg`Release the seats held for the phone: sold seats have their own bookings`,
  },
  'ledger = captured - refunded - disputed': {
    meaning: msg`A booking's ledger equals its payments minus refunds and chargebacks`,
    todo: msg`Compare the payment with Stripe, then add the missing ledger entry`,
  },
  'shares add up to the price': {
    meaning: msg`The shares of a sale add up to its price`,
    todo: msg`Add the difference to the ledger; never change its entries`,
  },
  'no share is below zero': {
    meaning: msg`No one has refunded more than they received`,
    todo: msg`Look for a refund that was recorded twice`,
  },
  "ledger and payment speak the booking's currency": {
    meaning: msg`Each booking has one currency`,
    todo: msg`Check with Stripe which currency was charged, and correct the other entries`,
  },
  'what was paid is the price': {
    meaning: msg`A payment is for the booking's price and never charges more`,
    todo: msg`Check with Stripe how much was charged, and refund anything over the price`,
  },
  'a changed booking has a price and a value': {
    meaning: msg`After every change a booking and its seats have a price above zero, and the price of the booking covers what was paid for its seats`,
    todo: msg`Compare the booking's history with its changes, and correct the price and value in them`,
  },
  'an order has one person and one currency': {
    meaning: msg`An order is for one guest and in one currency, and each booking has one order`,
    todo: msg`Compare the order with its payments and bookings, and move anything that doesn't belong to a new order`,
  },
  'a payment has its lines': {
    meaning: msg`Each payment lists its bookings, and is charged for all of them or for none`,
    todo: msg`Check with Stripe what was charged, and correct the amounts of the payment's bookings`,
  },
  'the cash books have the cash that was received': {
    meaning: msg`Cash received for a booking, minus cash refunds, equals its payment`,
    todo: msg`Compare the booking's history with the cash books of the people who took the cash, and add the missing entry`,
  },
  'a signed handover is in its book': {
    meaning: msg`Cash counted at the desk has left the book of the person who brought it, and a reversal returns it`,
    todo: msg`Compare the handover with the book, and add the missing entry`,
  },
  'captured money has a booking or a refund': {
    meaning: msg`Every card payment has a booking or a refund`,
    todo: msg`Refund the payment, or book the trip for the guest`,
  },
  'a completed card booking is captured': {
    meaning: msg`A booking marked as paid by card was charged`,
    todo: msg`Check the PaymentIntent at Stripe: capture it, or cancel the booking`,
  },
  'a completed booking has its money': {
    meaning: msg`An active booking marked as paid has a payment`,
    todo: msg`Ask the region whether it was paid, and set the correct status`,
  },
  'captured card money never reads pending': {
    meaning: msg`An active booking whose card was charged is marked as paid`,
    todo: msg`Set the booking's payment to completed`,
  },
  'a live booking stands on no cancelled payment': {
    meaning: msg`When Stripe releases a card hold, the seats are released too`,
    todo: msg`Ask the guest to pay again, or cancel the booking`,
  },
  'a refunded booking has given its money back': {
    meaning: msg`A booking marked as refunded was refunded, or its refund is on its way`,
    todo: msg`Refund the rest from the booking`,
  },
  'refunds done at Stripe are in the books': {
    meaning: msg`Every refund made at Stripe is recorded`,
    todo: msg`Compare the refunds at Stripe with the ledger, and add the missing one`,
  },
  'disputes are in the books': {
    meaning: msg`Every chargeback is recorded, and so is the money returned after a won dispute`,
    todo: msg`Compare the payment's disputes at Stripe with the ledger`,
  },
  'an authorised card is charged or let go': {
    meaning: msg`An hour after a hold ends, its card is charged or released, unless its departure is undecided`,
    todo: msg`Capture or cancel the PaymentIntent at Stripe`,
  },
  'an operation at Stripe has failed for good': {
    meaning: msg`No Stripe operation has failed for good`,
    todo: msg`Try it again below, or refund it at Stripe or in cash`,
  },
  'nothing waits too long at Stripe': {
    meaning: msg`Captures and cancellations take an hour at most, and refunds three days`,
    todo: msg`Check that Stripe can be reached, and whether the operation is among the failures`,
  },
  'every event of Stripe is processed': {
    meaning: msg`Every recorded event has taken effect`,
    todo: msg`Send the event again from the Stripe dashboard`,
  },
  "a partner's share has its commission": {
    meaning: msg`A partner's open commission equals their share in the ledger`,
    todo: msg`Set the open commission to the partner's share in the ledger`,
  },
  "the region's earnings equal its share": {
    meaning: msg`A region's earnings from a booking equal its share in the ledger`,
    todo: msg`Run credit_missing_earnings, then compare with the ledger`,
  },
  'a share is what the ledger has': {
    meaning: msg`The amount due to each party for a booking equals its share in the ledger`,
    todo: msg`Run credit_missing_shares, then compare with the ledger`,
  },
  'a share is paid as its payouts say': {
    meaning: msg`The paid amount of a share is the sum of its payout lines`,
    todo: msg`Compare the share with its payout lines; none may have been deleted`,
  },
  'nobody was paid more than there was': {
    meaning: msg`A share's payouts never add up to more than it earned`,
    todo: msg`Reverse the extra payout, under Finances of the region`,
  },
  'a payout is the sum of its lines': {
    meaning: msg`The amount of a payout is the sum of its lines`,
    todo: msg`Find out who changed an entry: payouts and lines are only ever added`,
  },
  'a share is paid once at a time': {
    meaning: msg`A share is in only one payout, unless that payout was reversed`,
    todo: msg`Reverse one of the two payouts, under Finances of the region`,
  },
  'a payout that reads paid was owed': {
    meaning: msg`A share is marked as paid out if it has a payout, and only then`,
    todo: msg`Set that booking's payout back to pending under Finances of the region, and pay it again`,
  },
  "a referral is its booking's": {
    meaning: msg`A referral has the same link as its booking`,
    todo: msg`Set the referral's link to its booking's link`,
  },
  'a confirmed booking has its e-mail': {
    meaning: msg`Each booking has a confirmation, sent or about to be sent`,
    todo: msg`Send the confirmation again from the booking`,
  },
  'one letter for each end and return of a booking': {
    meaning: msg`No one gets the same email twice`,
    todo: msg`Discard the second one if it hasn't been sent, and find out why it was written`,
  },
  'no e-mail or notification is stuck': {
    meaning: msg`Emails and notifications are sent within an hour of their time`,
    todo: msg`Check that the reconciler is running, and what the Mail page says about it`,
  },
  'no e-mail is given up': {
    meaning: msg`No email has failed for good in the last 30 days`,
    todo: msg`Open Mail: correct the address and send it again, or discard it`,
  },
  'a booking has its check-in code': {
    meaning: msg`Every booking has a code to show at check-in`,
    todo: msg`Make a code for the booking, or ask the guest to show the receipt`,
  },
  'who is here of a booking came at a press': {
    meaning: msg`If part of a group has arrived, each person was checked in exactly once`,
    todo: msg`Compare the booking's history, and set its arrival again in the list of bookings`,
  },
  'a ticket is whose it was given to': {
    meaning: msg`A ticket belongs to the last person who accepted it, without the giver's passport photos`,
    todo: msg`Compare the booking's history with its ticket holder, and set the holder to the person who accepted it`,
  },
  'an invitation to take a ticket ends in time': {
    meaning: msg`A ticket invitation is open only while its booking is active and its time hasn't passed`,
    todo: msg`Check that the reconciler is running, and set the invitation to expired`,
  },
  'a payer is named where it is not the holder': {
    meaning: msg`A booking names its payer only if the ticket was transferred and the payer isn't the holder`,
    todo: msg`Compare the booking's history with its payer, and remove the payer if the holder paid`,
  },
  "seats kept for a change are its holder's": {
    meaning: msg`Seats held for a booking change belong to the ticket holder`,
    todo: msg`Release the hold, which releases its seats`,
  },
  'a condition ends after it begins': {
    meaning: msg`A travel alert ends after it begins`,
    todo: msg`Set the correct end, or end the travel alert now`,
  },
  "a condition touches its territory's services": {
    meaning: msg`A travel alert only affects services of the region it was posted for`,
    todo: msg`Remove the service from the travel alert, and post another one in the service's region`,
  },
  'a change of a condition is told once': {
    meaning: msg`Guests get one email for each change of a travel alert`,
    todo: msg`Discard the second one if it hasn't been sent, and find out why it was written`,
  },
  'a passport image exists': {
    meaning: msg`Every passport photo a booking refers to exists`,
    todo: msg`Ask the guest for the photo again`,
  },
  'a passport is gone 30 days after the service': {
    meaning: msg`Passport photos are deleted 30 days after the trip`,
    todo: msg`Check whether the photo is among the failures, and delete it in Storage`,
  },
  'an unused passport is gone after a day': {
    meaning: msg`Passport photos without a booking are deleted after a day`,
    todo: msg`Check whether the photo is among the failures, and delete it in Storage`,
  },
  'roles are their grants': {
    meaning: msg`The roles a profile shows are the ones it was granted`,
    todo: msg`Check the person's roles under People, and save them`,
  },
  'the guards of the database are in place': {
    meaning: msg`The keys, checks and row level security that everything relies on are in place`,
    todo: msg`Run the migrations again: a key, a check or row level security is missing`,
  },
  'every rule can be checked': {
    meaning: msg`Every rule can be checked`,
    todo: msg`Read the error: the rules in this group aren't checked until it's fixed`,
  },
};
