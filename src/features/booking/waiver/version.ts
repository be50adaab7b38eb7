/**
 * Stored with every booking: the accepted text. A changed text needs a new date here, or a new number for the day, and
 * an entry in private.waiver_versions.
 */
export const waiverVersion = '2026-11-21.2';
