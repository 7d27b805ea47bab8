// SPDX-License-Identifier: MIT
let x = ;
