import { type PointerEvent, useEffect, useRef, useState } from 'react';

const MAX_SCALE = 6;
const STEP = 1.4;
/** A finger that moves so far sideways wants the next picture. */
const SWIPE_PX = 60;
const WHEEL_SPEED = 0.0015;

interface View {
  scale: number;
  x: number;
  y: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Zooms around a point, in pixels from the centre of the stage. */
function zoomed({ scale, x, y }: View, factor: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * factor));
  if (next === 1) return WHOLE;
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Wheel, pinch, drag and double click on a stage. `onSwipe`: 1 to the older one, -1 to the newer one. */
export function useZoom(onSwipe: (direction: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const pointers = useRef(new Map<number, PointerEvent>());
  const start = useRef<PointerEvent>(null);
  const from = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((now) => zoomed(now, Math.exp(-event.deltaY * WHEEL_SPEED), from(event)));
    };
    // React listens passively, and the page behind would scroll.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, event);
    if (other) {
      const factor = distance(event, other) / Math.max(1, distance(before, other));
      setView((now) => zoomed(now, factor, from(event)));
    } else {
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      setView((now) => (now.scale === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }));
    }
  };
  const release = (event: PointerEvent) => {
    const { current: first } = start;
    const isAlone = pointers.current.size === 1 && pointers.current.delete(event.pointerId);
    pointers.current.delete(event.pointerId);
    const dx = event.clientX - (first?.clientX ?? event.clientX);
    if (isAlone && view.scale === 1 && event.pointerType === 'touch' && Math.abs(dx) > SWIPE_PX)
      onSwipe(dx > 0 ? 1 : -1);
  };
  return {
    isZoomed: view.scale > 1,
    zoom: (steps: 1 | -1) => setView((now) => zoomed(now, STEP ** steps)),
    whole: () => setView(WHOLE),
    image: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    stage: {
      ref: stage,
      onPointerDown: (event: PointerEvent) => {
        if (pointers.current.size === 0) start.current = event;
        pointers.current.set(event.pointerId, event);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event: React.MouseEvent) =>
        setView((now) => (now.scale > 1 ? WHOLE : zoomed(now, STEP ** 3, from(event)))),
    },
  };
}

const distance = (one: PointerEvent, other: PointerEvent) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
