import './order-first.mjs';
import order from '../cjs/order.cjs';
export default order;
