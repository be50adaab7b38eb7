/**
 * The version of the accepted text, stored with every booking. If the text changes, write the new date here (or the
 * next number on the same day), and add an entry to private.waiver_versions.
 */
export const waiverVersion = '2026-11-21.2';
