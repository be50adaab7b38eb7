/** Returns the name of the draft of a reply to a review. */
export const replyDraftOf = (reviewId: string): string => `review-reply-${reviewId}`;
