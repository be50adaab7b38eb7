import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { keepTrying } from '@/lib/api/keep-trying';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';
import { type Answer, inOwnLanguage, offerShape } from './offer';

export const offerKeys = {
  all: ['offers'] as const,
  mine: (userId: string) => ['offers', 'mine', userId] as const,
  link: (token: string) => ['offers', 'link', token] as const,
};

const FAILED = msg`Failed to load your options. Please try again.`;
const UNANSWERED = msg`We couldn't send your answer. Please try again.`;

const readOffer = (answer: unknown) => inOwnLanguage(readAnswer(offerShape, answer));

/** Returns the guest's own offers, open ones first and then recent ones. */
export const myOffersQuery = (userId: string) =>
  queryOptions({
    queryKey: offerKeys.mine(userId),
    queryFn: async ({ signal }) =>
      readAnswer(z.array(offerShape), await run((db) => db.rpc('my_departure_offers').abortSignal(signal), FAILED)).map(
        inOwnLanguage,
      ),
    // The offers are stored because a cancelled departure must not look like a valid ticket offline.
    ...persisted(),
    ...keepTrying,
  });

/** Returns the offer of an emailed link, for anyone who has the link. */
export const linkedOfferQuery = (token: string) =>
  queryOptions({
    queryKey: offerKeys.link(token),
    queryFn: async ({ signal }) =>
      readOffer(await run((db) => db.rpc('departure_offer_by_link', { p_token: token }).abortSignal(signal), FAILED)),
    staleTime: 0,
    // The offer is polled, because staff may answer it and visitors get no live events.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? REFRESH_MS : false),
  });
const REFRESH_MS = 20_000;

const target = (given: Answer) =>
  given.answer === 'move'
    ? {
        p_answer: 'move',
        p_service_id: given.to.service_id,
        p_date: given.to.service_date,
        p_extra_amount: given.to.extra_amount,
        ...(given.to.slot_id && { p_slot_id: given.to.slot_id }),
      }
    : { p_answer: 'refund' };

// Answers an offer. It is safe to send the same answer again.

export const answerOffer = async (offerId: string, answer: Answer) =>
  readOffer(
    await run((db) => db.rpc('answer_departure_offer', { p_offer_id: offerId, ...target(answer) }), UNANSWERED),
  );

export const answerLinkedOffer = async (token: string, answer: Answer) =>
  readOffer(await run((db) => db.rpc('answer_offer_by_link', { p_token: token, ...target(answer) }), UNANSWERED));
