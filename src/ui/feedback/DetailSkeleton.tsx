import { LoadingArea, Skeleton } from './states.tsx';

/** Shows the outline of a detail page while it loads, so that the layout doesn't shift. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <LoadingArea label={label} className="grid gap-x-12 gap-y-10 pt-14 pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div>
        <Skeleton className="aspect-[4/3] rounded-xl! sm:aspect-[16/10]" />
        <Skeleton className="mt-8 h-10 w-4/5" />
        <div className="mt-7 grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
        <Skeleton className="mt-8 h-24" />
      </div>
      <Skeleton className="h-[34rem] rounded-xl!" />
    </LoadingArea>
  );
}
