/** Marks columns that can be null, which the generated types of a function don't know. */
export type Nullable<Row, Columns extends keyof Row> = Omit<Row, Columns> & { [K in Columns]: Row[K] | null };
