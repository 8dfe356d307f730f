import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import { paths } from '#contract/paths.ts';
import type { Role } from '#contract/values/roles.ts';
import { formatCount } from './format-count.ts';
import { findPlace, listPlaces, type Place } from './places.ts';
import classes from './rail.module.css';
import { startFocusReturn } from './return-focus.ts';
import { startScrollReturn } from './return-scroll.ts';
import { deskQuery, useUnreadNotices } from './use-unread-notices.ts';

/** Number of places in the bar at the bottom of a narrow window, beside “More”. */
const placesInBar = 4;

/** Links to the places of the user's role: at the side of a wide window, at the bottom of a narrow one. */
export function Rail({ role }: { role: Role }) {
  const places = listPlaces(role, useModules(), useHasViva());
  const { pathname, search } = useLocation();
  const current = findPlace(places, pathname + search);
  const counts = useCounts(places);
  useEffect(startFocusReturn, []);
  useScrollReturn(pathname);
  const toLink = (place: Place, onClick?: () => void) => (
    <PlaceLink
      key={place.to}
      place={place}
      isCurrent={place === current}
      count={counts(place)}
      onClick={onClick}
    />
  );
  const hasMore = places.length > placesInBar + 1;
  const inBar = hasMore ? places.slice(0, placesInBar) : places;
  const rest = places.slice(inBar.length);
  return (
    <nav aria-label="Your pages" className={`sticky ${classes.rail}`} data-no-print>
      {inBar.map((place) => toLink(place))}
      {hasMore && (
        <>
          <div className={classes.rest}>{rest.map((place) => toLink(place))}</div>
          <More isCurrent={current !== undefined && rest.includes(current)}>
            {(close) => rest.map((place) => toLink(place, close))}
          </More>
        </>
      )}
    </nav>
  );
}

function useScrollReturn(pathname: string) {
  const shownPath = useRef(pathname);
  // A layout effect runs in the same step in which the page is rendered.
  useLayoutEffect(() => {
    shownPath.current = pathname;
  }, [pathname]);
  useEffect(() => startScrollReturn(() => shownPath.current), []);
}

type PlaceLinkProps = {
  place: Place;
  isCurrent: boolean;
  count: number;
  onClick?: (() => void) | undefined;
};

function PlaceLink({ place: { to, label, Icon }, isCurrent, count, onClick }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      className={classes.place}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {count > 0 && (
        <span className={classes.count}>
          {formatCount(count)}
          <VisuallyHidden>{to === paths.notices ? ' unread' : ' to do'}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

type MoreProps = {
  isCurrent: boolean;
  children: (close: () => void) => React.ReactNode;
};

function More({ isCurrent, children }: MoreProps) {
  const [isOpen, menu] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => (opened ? menu.open() : menu.close())}
      position="top-end"
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={`${classes.place} ${classes.more}`}
          data-current={isCurrent || undefined}
          onClick={menu.toggle}
        >
          <IconDots size={20} aria-hidden />
          <span className={classes.label}>More</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="More pages" className={classes.menu}>
        {children(menu.close)}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Counts the tasks of the desk that lead to each place. The desk counts all tasks, and the notices are the unread. */
function useCounts(places: readonly Place[]): (place: Place) => number {
  const { data } = useQuery(deskQuery);
  const unread = useUnreadNotices();
  const items = data?.items ?? [];
  return (place) => {
    if (place.to === paths.notices) return unread;
    if (place.to === paths.home) return items.length;
    return items.filter(({ to }) => findPlace(places, to) === place).length;
  };
}
