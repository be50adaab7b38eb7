import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

interface RuleWords {
  meaning: MessageDescriptor;
  /** What a person does about a row that breaks it. */
  todo: MessageDescriptor;
}

/** The rules that must always hold (private.invariant_rules), by their names there. A test compares both. */
export const RULES: Record<string, RuleWords> = {
  'sold = seats of live bookings': {
    meaning: msg`A departure counts as sold what its live bookings occupy`,
    todo: msg`Compare its bookings with its seats; set sold to the seats of the live ones`,
  },
  'held = seats of live holds': {
    meaning: msg`A departure counts as held what its live holds keep`,
    todo: msg`Compare its holds with its seats; set held to the seats of those in state held`,
  },
  'held + sold <= capacity': {
    meaning: msg`No departure gives away more seats than it has`,
    todo: msg`Move a group to another departure, or raise the capacity`,
  },
  'a private departure has one group': {
    meaning: msg`What was booked privately has one live booking or hold, and is marked so`,
    todo: msg`Move the other group, or set the departure to not exclusive`,
  },
  'a hold has one booking when consumed, else none': {
    meaning: msg`A hold becomes one booking, or changes one, once`,
    todo: msg`Look at the payment of the hold: book it, or give the money back`,
  },
  'a change that costs more was paid for': {
    meaning: msg`Each change for a card's money has its own charge and the seats that were kept for it, and each such charge its change`,
    todo: msg`Compare the charge with the change: make the change, or give the money back`,
  },
  'a cancelled departure has asked its guests': {
    meaning: msg`Each live booking of a cancelled departure has an open offer`,
    todo: msg`See whether the reconciler runs, and whether the booking is among what fails`,
  },
  'one open offer for a booking': {
    meaning: msg`Nobody is asked twice about one booking`,
    todo: msg`Close the older offer of the booking`,
  },
  'an open offer is of a live booking that waits': {
    meaning: msg`An offer is open as long as its booking stands on the cancelled departure`,
    todo: msg`Look at the booking: close the offer, or move it back`,
  },
  'an offer is answered in time': {
    meaning: msg`An hour after its time an offer has given the money back`,
    todo: msg`See whether the reconciler runs, and whether the offer is among what fails`,
  },
  'an answered offer was kept': {
    meaning: msg`Who chose the money has no seat any more; who chose another departure is or was on it`,
    todo: msg`Compare the history of the booking with the answer`,
  },
  'a departure is decided in time': {
    meaning: msg`Whoever is asked whether a departure takes place is not left waiting`,
    todo: msg`See whether the reconciler runs; confirm the departure, or cancel it`,
  },
  'a cancelled departure has its cancellation': {
    meaning: msg`A cancelled departure names its cancellation, which was not undone`,
    todo: msg`Set the status that is true, and the cancellation that belongs to it`,
  },
  "offered seats are somebody's who waits": {
    meaning: msg`Seats that are kept for a waiting list belong to one live entry of it`,
    todo: msg`Release the hold: its seats are free again, and the list goes on`,
  },
  'an offer from a waiting list has its seats': {
    meaning: msg`Who is offered seats has them kept, for themselves, on that departure`,
    todo: msg`Set the entry to expired; the person may join again`,
  },
  'a waiting list ends with its departure': {
    meaning: msg`An hour after a departure has left, or was cancelled, nobody waits for it`,
    todo: msg`See whether the reconciler runs, and whether the list is among what fails`,
  },
  'nobody waits for seats that are free': {
    meaning: msg`Free seats are offered to the first whose number fits within the hour`,
    todo: msg`See whether the reconciler runs, and whether the list is among what fails`,
  },
  'an expired hold lets go of its seats': {
    meaning: msg`A hold that ran out an hour ago keeps no seats`,
    todo: msg`See whether the reconciler runs, and whether the hold is among what fails`,
  },
  'a reserve of a phone has its seats': {
    meaning: msg`Seats for selling without a signal are those that were given less those that were sold`,
    todo: msg`Give the reserve's seats back: what was sold has bookings of its own`,
  },
  'ledger = captured - refunded - disputed': {
    meaning: msg`The ledger of a booking is what was taken less what was given back, or taken back by a bank`,
    todo: msg`Compare the payment with Stripe, then write the missing row of the ledger`,
  },
  'shares add up to the price': {
    meaning: msg`What the parties got of a sale is the price`,
    todo: msg`Write the difference into the ledger; its rows are never changed`,
  },
  'no share is below zero': {
    meaning: msg`Nobody has given back more than they got`,
    todo: msg`Look for a refund that was written twice`,
  },
  "ledger and payment speak the booking's currency": {
    meaning: msg`One booking, one currency`,
    todo: msg`Compare with Stripe which currency was charged, and correct the other rows`,
  },
  'what was paid is the price': {
    meaning: msg`The payment asks for the booking's price and never takes more`,
    todo: msg`Compare with Stripe what was charged; give back what was taken too much`,
  },
  'the cash books have the cash that was received': {
    meaning: msg`What people took in cash for a booking, less what they gave back, is what its payment says`,
    todo: msg`Compare the history of the booking with the books of those who took its cash; write the missing row`,
  },
  'a signed handover is in its book': {
    meaning: msg`What the desk has counted left the book of who brought it, and came back where that was reversed`,
    todo: msg`Compare the handover with the book; write the missing row`,
  },
  'captured money has a booking or a refund': {
    meaning: msg`Nobody has paid for nothing`,
    todo: msg`Give the money back, or book it for the guest`,
  },
  'a completed card booking is captured': {
    meaning: msg`A booking that reads paid by card was paid`,
    todo: msg`Look at the PaymentIntent at Stripe: capture it, or cancel the booking`,
  },
  'a completed booking has its money': {
    meaning: msg`A live booking that reads paid has money behind it`,
    todo: msg`Ask the region whether it was paid, and set the status that is true`,
  },
  'captured card money never reads pending': {
    meaning: msg`A live booking whose card was charged reads paid`,
    todo: msg`Set the payment of the booking to completed`,
  },
  'a live booking stands on no cancelled payment': {
    meaning: msg`Where Stripe let go of the money the seats are free again`,
    todo: msg`Ask the guest to pay again, or cancel the booking`,
  },
  'a refunded booking has given its money back': {
    meaning: msg`What reads refunded was given back, or is on its way`,
    todo: msg`Refund what is left, from the booking`,
  },
  'refunds done at Stripe are in the books': {
    meaning: msg`Each refund that Stripe has made was written down`,
    todo: msg`Compare the refunds at Stripe with the ledger, and write the missing one`,
  },
  'disputes are in the books': {
    meaning: msg`What a bank took back is written down, and what it gave back after a won dispute`,
    todo: msg`Compare the disputes of the payment at Stripe with the ledger`,
  },
  'an authorised card is charged or let go': {
    meaning: msg`No card stays blocked an hour after its hold, but while its departure is undecided`,
    todo: msg`Capture or cancel the PaymentIntent at Stripe`,
  },
  'an operation at Stripe has failed for good': {
    meaning: msg`A refund that Stripe refuses needs a person`,
    todo: msg`Try it again below, or give the money back at Stripe or in cash`,
  },
  'nothing waits too long at Stripe': {
    meaning: msg`Captures and cancellations take an hour at most, refunds three days`,
    todo: msg`See whether Stripe can be reached, and whether the operation is among what fails`,
  },
  'every event of Stripe is processed': {
    meaning: msg`No event was noted without its effect`,
    todo: msg`Send the event again from the dashboard of Stripe`,
  },
  "a partner's share has its commission": {
    meaning: msg`The open commission is what the ledger gives the partner`,
    todo: msg`Set the open commission to what the ledger gives the partner`,
  },
  "the region's earnings equal its share": {
    meaning: msg`What a region is said to have earned of a booking is its share in the ledger`,
    todo: msg`Run credit_missing_earnings, then compare with the ledger`,
  },
  'a share is what the ledger has': {
    meaning: msg`What a party has of a booking to be paid out is its share in the ledger`,
    todo: msg`Run credit_missing_shares, then compare with the ledger`,
  },
  'a share is paid as its payouts say': {
    meaning: msg`What is written down as paid of a share is the sum of the lines of its payouts`,
    todo: msg`Compare the lines of the share with its payouts; nothing may have been deleted`,
  },
  'nobody was paid more than there was': {
    meaning: msg`All payouts of a share together are not more than what ever came in for it`,
    todo: msg`Take the payout back that was one too many, under Finances of the region`,
  },
  'a payout is the sum of its lines': {
    meaning: msg`The amount of a payout is what its lines add up to`,
    todo: msg`Find out who changed a row: payouts and lines are only added to`,
  },
  'a share is paid once at a time': {
    meaning: msg`A share is in one payout, unless that was taken back`,
    todo: msg`Take one of the two payouts back, under Finances of the region`,
  },
  'a payout that reads paid was owed': {
    meaning: msg`A share that reads paid out has its payout, and one that has it reads so`,
    todo: msg`Set the payout of that booking back to pending under Finances of the region, and pay it anew`,
  },
  "a referral is its booking's": {
    meaning: msg`A referral names the link that its booking came through`,
    todo: msg`Set the link of the referral to that of its booking`,
  },
  'a confirmed booking has its e-mail': {
    meaning: msg`Each booking has its confirmation, sent or about to be`,
    todo: msg`Ask for the confirmation again from the booking`,
  },
  'one letter for each end and return of a booking': {
    meaning: msg`No one gets two emails about the same thing`,
    todo: msg`Discard the second one if it has not left, and find which two ways wrote it`,
  },
  'no e-mail or notification is stuck': {
    meaning: msg`What is due in the outbox is taken within the hour`,
    todo: msg`See whether the reconciler runs, and what the Mail page says of it`,
  },
  'no e-mail is given up': {
    meaning: msg`No e-mail of the last 30 days failed for good`,
    todo: msg`Open Mail: correct the address and send it again, or discard it`,
  },
  'a booking has its check-in code': {
    meaning: msg`Every tourist has a code to show`,
    todo: msg`Make a code for the booking, or ask the guest to show the receipt`,
  },
  'who is here of a booking came at a press': {
    meaning: msg`Where a part of a booking is here, it is who came at its presses, each once and none too many`,
    todo: msg`Compare the history of the booking; set its arrival anew in the list of bookings`,
  },
  'a ticket is whose it was given to': {
    meaning: msg`Whoever accepted a ticket last holds it, and its giver has no passport image on it`,
    todo: msg`Compare the history of the booking with its holder, and set the holder to who accepted it`,
  },
  'an invitation to take a ticket ends in time': {
    meaning: msg`A ticket is offered to somebody only while its booking stands and its time is not over`,
    todo: msg`See whether the reconciler runs; set the invitation to expired`,
  },
  'a payer is named where it is not the holder': {
    meaning: msg`Who paid is named on a booking only once its ticket was given away, and is not its holder`,
    todo: msg`Compare the history of the booking with its payer; take the payer off where the holder paid`,
  },
  "seats kept for a change are its holder's": {
    meaning: msg`Seats are kept for a change of a booking only for who holds it`,
    todo: msg`Release the hold: its seats are free again`,
  },
  'a condition ends after it begins': {
    meaning: msg`A condition of a road or a river has its end after its beginning`,
    todo: msg`Set the end that is true, or end the condition now`,
  },
  "a condition touches its territory's services": {
    meaning: msg`A condition touches only services of the region that it was posted for`,
    todo: msg`Take the service out of the condition, and post another one in its own region`,
  },
  'a change of a condition is told once': {
    meaning: msg`Everyone who has booked gets one email for each change of a condition`,
    todo: msg`Discard the second one if it has not left, and find which two ways wrote it`,
  },
  'a passport image exists': {
    meaning: msg`A booking does not name an image that is gone`,
    todo: msg`Ask the guest for the image again`,
  },
  'a passport is gone 30 days after the service': {
    meaning: msg`No image outlives its purpose`,
    todo: msg`See whether the image is among what fails; delete it in Storage`,
  },
  'an unused passport is gone after a day': {
    meaning: msg`No image stays that no booking came of`,
    todo: msg`See whether the image is among what fails; delete it in Storage`,
  },
  'roles are their grants': {
    meaning: msg`The roles that a profile shows are those that it was given`,
    todo: msg`Look at the roles of the person under People, and save them`,
  },
  'the guards of the database are in place': {
    meaning: msg`Keys, checks and row level security that the rest relies on`,
    todo: msg`Run the migrations again: a key, a check or row level security is missing`,
  },
  'every rule can be checked': {
    meaning: msg`No check of a rule fails itself`,
    todo: msg`Read the error: the rules of this group are not watched until it is mended`,
  },
};
