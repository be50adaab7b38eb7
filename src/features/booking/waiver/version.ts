/**
 * Goes with every booking: which text was accepted. A changed text needs a new date here, or a new number for the day, and its place
 * in private.waiver_versions, which takes no other.
 */
export const waiverVersion = '2026-11-21.2';
