/** Returns the name of the draft of a reply to a review. */
export const replyDraftOf = (reviewId: string): string => `review-reply-${reviewId}`;

/** The part of a service's page with its reviews, to which a person comes back from signing in. */
export const REVIEWS = '#reviews';
