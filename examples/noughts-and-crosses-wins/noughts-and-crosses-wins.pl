% When x has won at noughts and crosses.
:- modeh(1, won(+board)).
:- modeb(8, line(-cell, -cell, -cell)).
:- modeb(1, holds(+board, +cell, #mark)).
:- set(i, 2).
:- set(body_length, 4).
:- set(search, greedy).

line(1, 2, 3).
line(4, 5, 6).
line(7, 8, 9).
line(1, 4, 7).
line(2, 5, 8).
line(3, 6, 9).
line(1, 5, 9).
line(3, 5, 7).

holds(b1, 1, o).
holds(b1, 2, b).
holds(b1, 3, o).
holds(b1, 4, x).
holds(b1, 5, x).
holds(b1, 6, x).
holds(b1, 7, o).
holds(b1, 8, o).
holds(b1, 9, o).
holds(b2, 1, o).
holds(b2, 2, o).
holds(b2, 3, o).
holds(b2, 4, x).
holds(b2, 5, o).
holds(b2, 6, x).
holds(b2, 7, o).
holds(b2, 8, o).
holds(b2, 9, o).
holds(b3, 1, o).
holds(b3, 2, x).
holds(b3, 3, x).
holds(b3, 4, x).
holds(b3, 5, b).
holds(b3, 6, x).
holds(b3, 7, x).
holds(b3, 8, o).
holds(b3, 9, o).
holds(b4, 1, o).
holds(b4, 2, o).
holds(b4, 3, x).
holds(b4, 4, o).
holds(b4, 5, x).
holds(b4, 6, x).
holds(b4, 7, x).
holds(b4, 8, b).
holds(b4, 9, x).
holds(b5, 1, b).
holds(b5, 2, o).
holds(b5, 3, x).
holds(b5, 4, x).
holds(b5, 5, b).
holds(b5, 6, x).
holds(b5, 7, o).
holds(b5, 8, x).
holds(b5, 9, x).
holds(b6, 1, o).
holds(b6, 2, b).
holds(b6, 3, x).
holds(b6, 4, o).
holds(b6, 5, x).
holds(b6, 6, x).
holds(b6, 7, x).
holds(b6, 8, x).
holds(b6, 9, x).
holds(b7, 1, o).
holds(b7, 2, x).
holds(b7, 3, o).
holds(b7, 4, o).
holds(b7, 5, x).
holds(b7, 6, b).
holds(b7, 7, o).
holds(b7, 8, x).
holds(b7, 9, x).
holds(b8, 1, o).
holds(b8, 2, x).
holds(b8, 3, x).
holds(b8, 4, b).
holds(b8, 5, x).
holds(b8, 6, b).
holds(b8, 7, o).
holds(b8, 8, o).
holds(b8, 9, x).
holds(b9, 1, o).
holds(b9, 2, x).
holds(b9, 3, b).
holds(b9, 4, x).
holds(b9, 5, x).
holds(b9, 6, o).
holds(b9, 7, o).
holds(b9, 8, o).
holds(b9, 9, x).
holds(b10, 1, x).
holds(b10, 2, x).
holds(b10, 3, o).
holds(b10, 4, x).
holds(b10, 5, x).
holds(b10, 6, o).
holds(b10, 7, x).
holds(b10, 8, x).
holds(b10, 9, o).
holds(b11, 1, o).
holds(b11, 2, x).
holds(b11, 3, b).
holds(b11, 4, o).
holds(b11, 5, o).
holds(b11, 6, x).
holds(b11, 7, o).
holds(b11, 8, x).
holds(b11, 9, b).
holds(b12, 1, x).
holds(b12, 2, o).
holds(b12, 3, b).
holds(b12, 4, o).
holds(b12, 5, b).
holds(b12, 6, o).
holds(b12, 7, b).
holds(b12, 8, b).
holds(b12, 9, o).
holds(b13, 1, o).
holds(b13, 2, x).
holds(b13, 3, o).
holds(b13, 4, o).
holds(b13, 5, b).
holds(b13, 6, o).
holds(b13, 7, o).
holds(b13, 8, x).
holds(b13, 9, o).
holds(b14, 1, x).
holds(b14, 2, x).
holds(b14, 3, x).
holds(b14, 4, x).
holds(b14, 5, b).
holds(b14, 6, o).
holds(b14, 7, b).
holds(b14, 8, b).
holds(b14, 9, o).
holds(b15, 1, b).
holds(b15, 2, x).
holds(b15, 3, x).
holds(b15, 4, b).
holds(b15, 5, o).
holds(b15, 6, b).
holds(b15, 7, o).
holds(b15, 8, b).
holds(b15, 9, x).
holds(b16, 1, o).
holds(b16, 2, o).
holds(b16, 3, x).
holds(b16, 4, o).
holds(b16, 5, o).
holds(b16, 6, o).
holds(b16, 7, b).
holds(b16, 8, x).
holds(b16, 9, b).
holds(b17, 1, o).
holds(b17, 2, x).
holds(b17, 3, b).
holds(b17, 4, o).
holds(b17, 5, x).
holds(b17, 6, o).
holds(b17, 7, b).
holds(b17, 8, x).
holds(b17, 9, b).
holds(b18, 1, o).
holds(b18, 2, o).
holds(b18, 3, b).
holds(b18, 4, o).
holds(b18, 5, o).
holds(b18, 6, b).
holds(b18, 7, x).
holds(b18, 8, o).
holds(b18, 9, b).
holds(b19, 1, x).
holds(b19, 2, x).
holds(b19, 3, x).
holds(b19, 4, b).
holds(b19, 5, o).
holds(b19, 6, x).
holds(b19, 7, x).
holds(b19, 8, x).
holds(b19, 9, x).
holds(b20, 1, x).
holds(b20, 2, o).
holds(b20, 3, o).
holds(b20, 4, x).
holds(b20, 5, x).
holds(b20, 6, o).
holds(b20, 7, x).
holds(b20, 8, o).
holds(b20, 9, o).
holds(b21, 1, b).
holds(b21, 2, o).
holds(b21, 3, o).
holds(b21, 4, b).
holds(b21, 5, x).
holds(b21, 6, o).
holds(b21, 7, o).
holds(b21, 8, b).
holds(b21, 9, o).
holds(b22, 1, o).
holds(b22, 2, b).
holds(b22, 3, b).
holds(b22, 4, x).
holds(b22, 5, o).
holds(b22, 6, o).
holds(b22, 7, x).
holds(b22, 8, x).
holds(b22, 9, x).
holds(b23, 1, b).
holds(b23, 2, o).
holds(b23, 3, x).
holds(b23, 4, o).
holds(b23, 5, b).
holds(b23, 6, b).
holds(b23, 7, o).
holds(b23, 8, b).
holds(b23, 9, b).
holds(b24, 1, b).
holds(b24, 2, o).
holds(b24, 3, o).
holds(b24, 4, x).
holds(b24, 5, o).
holds(b24, 6, b).
holds(b24, 7, x).
holds(b24, 8, x).
holds(b24, 9, x).
holds(b25, 1, x).
holds(b25, 2, b).
holds(b25, 3, o).
holds(b25, 4, b).
holds(b25, 5, x).
holds(b25, 6, o).
holds(b25, 7, b).
holds(b25, 8, b).
holds(b25, 9, o).
holds(b26, 1, x).
holds(b26, 2, o).
holds(b26, 3, x).
holds(b26, 4, o).
holds(b26, 5, x).
holds(b26, 6, b).
holds(b26, 7, x).
holds(b26, 8, x).
holds(b26, 9, b).
holds(b27, 1, x).
holds(b27, 2, o).
holds(b27, 3, x).
holds(b27, 4, x).
holds(b27, 5, b).
holds(b27, 6, x).
holds(b27, 7, x).
holds(b27, 8, x).
holds(b27, 9, x).
holds(b28, 1, x).
holds(b28, 2, o).
holds(b28, 3, x).
holds(b28, 4, b).
holds(b28, 5, o).
holds(b28, 6, o).
holds(b28, 7, b).
holds(b28, 8, b).
holds(b28, 9, o).
holds(b29, 1, o).
holds(b29, 2, o).
holds(b29, 3, o).
holds(b29, 4, b).
holds(b29, 5, b).
holds(b29, 6, o).
holds(b29, 7, o).
holds(b29, 8, x).
holds(b29, 9, o).
holds(b30, 1, b).
holds(b30, 2, x).
holds(b30, 3, o).
holds(b30, 4, b).
holds(b30, 5, x).
holds(b30, 6, b).
holds(b30, 7, o).
holds(b30, 8, x).
holds(b30, 9, o).
holds(b31, 1, x).
holds(b31, 2, o).
holds(b31, 3, o).
holds(b31, 4, o).
holds(b31, 5, x).
holds(b31, 6, b).
holds(b31, 7, o).
holds(b31, 8, x).
holds(b31, 9, o).
holds(b32, 1, x).
holds(b32, 2, o).
holds(b32, 3, x).
holds(b32, 4, o).
holds(b32, 5, o).
holds(b32, 6, x).
holds(b32, 7, x).
holds(b32, 8, o).
holds(b32, 9, x).
holds(b33, 1, o).
holds(b33, 2, o).
holds(b33, 3, x).
holds(b33, 4, b).
holds(b33, 5, o).
holds(b33, 6, x).
holds(b33, 7, b).
holds(b33, 8, o).
holds(b33, 9, o).
holds(b34, 1, o).
holds(b34, 2, o).
holds(b34, 3, o).
holds(b34, 4, x).
holds(b34, 5, b).
holds(b34, 6, o).
holds(b34, 7, o).
holds(b34, 8, o).
holds(b34, 9, x).
holds(b35, 1, o).
holds(b35, 2, o).
holds(b35, 3, o).
holds(b35, 4, x).
holds(b35, 5, x).
holds(b35, 6, b).
holds(b35, 7, o).
holds(b35, 8, x).
holds(b35, 9, x).
holds(b36, 1, x).
holds(b36, 2, x).
holds(b36, 3, b).
holds(b36, 4, o).
holds(b36, 5, o).
holds(b36, 6, x).
holds(b36, 7, b).
holds(b36, 8, o).
holds(b36, 9, x).
holds(b37, 1, o).
holds(b37, 2, b).
holds(b37, 3, b).
holds(b37, 4, b).
holds(b37, 5, x).
holds(b37, 6, o).
holds(b37, 7, o).
holds(b37, 8, o).
holds(b37, 9, x).
holds(b38, 1, x).
holds(b38, 2, o).
holds(b38, 3, x).
holds(b38, 4, x).
holds(b38, 5, o).
holds(b38, 6, x).
holds(b38, 7, x).
holds(b38, 8, x).
holds(b38, 9, b).
holds(b39, 1, o).
holds(b39, 2, x).
holds(b39, 3, x).
holds(b39, 4, o).
holds(b39, 5, x).
holds(b39, 6, o).
holds(b39, 7, x).
holds(b39, 8, x).
holds(b39, 9, x).
holds(b40, 1, o).
holds(b40, 2, x).
holds(b40, 3, o).
holds(b40, 4, o).
holds(b40, 5, o).
holds(b40, 6, o).
holds(b40, 7, o).
holds(b40, 8, b).
holds(b40, 9, b).
holds(b41, 1, x).
holds(b41, 2, x).
holds(b41, 3, b).
holds(b41, 4, o).
holds(b41, 5, o).
holds(b41, 6, x).
holds(b41, 7, x).
holds(b41, 8, x).
holds(b41, 9, o).
holds(b42, 1, o).
holds(b42, 2, x).
holds(b42, 3, b).
holds(b42, 4, o).
holds(b42, 5, o).
holds(b42, 6, x).
holds(b42, 7, x).
holds(b42, 8, x).
holds(b42, 9, o).
holds(b43, 1, b).
holds(b43, 2, x).
holds(b43, 3, o).
holds(b43, 4, o).
holds(b43, 5, o).
holds(b43, 6, o).
holds(b43, 7, o).
holds(b43, 8, o).
holds(b43, 9, b).
holds(b44, 1, b).
holds(b44, 2, o).
holds(b44, 3, x).
holds(b44, 4, o).
holds(b44, 5, x).
holds(b44, 6, x).
holds(b44, 7, b).
holds(b44, 8, b).
holds(b44, 9, o).
holds(b45, 1, o).
holds(b45, 2, x).
holds(b45, 3, o).
holds(b45, 4, o).
holds(b45, 5, b).
holds(b45, 6, x).
holds(b45, 7, x).
holds(b45, 8, x).
holds(b45, 9, o).
holds(b46, 1, x).
holds(b46, 2, b).
holds(b46, 3, b).
holds(b46, 4, x).
holds(b46, 5, b).
holds(b46, 6, x).
holds(b46, 7, x).
holds(b46, 8, o).
holds(b46, 9, b).
holds(b47, 1, b).
holds(b47, 2, o).
holds(b47, 3, x).
holds(b47, 4, x).
holds(b47, 5, o).
holds(b47, 6, x).
holds(b47, 7, b).
holds(b47, 8, x).
holds(b47, 9, x).
holds(b48, 1, b).
holds(b48, 2, x).
holds(b48, 3, o).
holds(b48, 4, x).
holds(b48, 5, b).
holds(b48, 6, b).
holds(b48, 7, o).
holds(b48, 8, o).
holds(b48, 9, b).
holds(b49, 1, o).
holds(b49, 2, x).
holds(b49, 3, x).
holds(b49, 4, o).
holds(b49, 5, o).
holds(b49, 6, o).
holds(b49, 7, o).
holds(b49, 8, o).
holds(b49, 9, x).
holds(b50, 1, b).
holds(b50, 2, o).
holds(b50, 3, x).
holds(b50, 4, b).
holds(b50, 5, o).
holds(b50, 6, o).
holds(b50, 7, o).
holds(b50, 8, o).
holds(b50, 9, x).
holds(b51, 1, x).
holds(b51, 2, x).
holds(b51, 3, x).
holds(b51, 4, o).
holds(b51, 5, o).
holds(b51, 6, x).
holds(b51, 7, o).
holds(b51, 8, o).
holds(b51, 9, o).
holds(b52, 1, o).
holds(b52, 2, o).
holds(b52, 3, b).
holds(b52, 4, b).
holds(b52, 5, o).
holds(b52, 6, x).
holds(b52, 7, o).
holds(b52, 8, x).
holds(b52, 9, b).
holds(b53, 1, b).
holds(b53, 2, b).
holds(b53, 3, x).
holds(b53, 4, x).
holds(b53, 5, x).
holds(b53, 6, o).
holds(b53, 7, o).
holds(b53, 8, b).
holds(b53, 9, o).
holds(b54, 1, o).
holds(b54, 2, x).
holds(b54, 3, x).
holds(b54, 4, o).
holds(b54, 5, x).
holds(b54, 6, x).
holds(b54, 7, x).
holds(b54, 8, x).
holds(b54, 9, x).
holds(b55, 1, x).
holds(b55, 2, o).
holds(b55, 3, x).
holds(b55, 4, x).
holds(b55, 5, o).
holds(b55, 6, b).
holds(b55, 7, b).
holds(b55, 8, o).
holds(b55, 9, o).
holds(b56, 1, o).
holds(b56, 2, o).
holds(b56, 3, b).
holds(b56, 4, o).
holds(b56, 5, o).
holds(b56, 6, o).
holds(b56, 7, x).
holds(b56, 8, x).
holds(b56, 9, o).
holds(b57, 1, x).
holds(b57, 2, o).
holds(b57, 3, x).
holds(b57, 4, x).
holds(b57, 5, x).
holds(b57, 6, o).
holds(b57, 7, x).
holds(b57, 8, b).
holds(b57, 9, x).
holds(b58, 1, x).
holds(b58, 2, x).
holds(b58, 3, x).
holds(b58, 4, x).
holds(b58, 5, b).
holds(b58, 6, b).
holds(b58, 7, o).
holds(b58, 8, x).
holds(b58, 9, x).
holds(b59, 1, o).
holds(b59, 2, o).
holds(b59, 3, o).
holds(b59, 4, b).
holds(b59, 5, b).
holds(b59, 6, o).
holds(b59, 7, o).
holds(b59, 8, x).
holds(b59, 9, x).
holds(b60, 1, x).
holds(b60, 2, o).
holds(b60, 3, b).
holds(b60, 4, b).
holds(b60, 5, x).
holds(b60, 6, x).
holds(b60, 7, o).
holds(b60, 8, b).
holds(b60, 9, b).
holds(b61, 1, b).
holds(b61, 2, x).
holds(b61, 3, o).
holds(b61, 4, o).
holds(b61, 5, x).
holds(b61, 6, x).
holds(b61, 7, x).
holds(b61, 8, b).
holds(b61, 9, b).
holds(b62, 1, x).
holds(b62, 2, o).
holds(b62, 3, o).
holds(b62, 4, b).
holds(b62, 5, o).
holds(b62, 6, o).
holds(b62, 7, x).
holds(b62, 8, x).
holds(b62, 9, o).
holds(b63, 1, x).
holds(b63, 2, o).
holds(b63, 3, x).
holds(b63, 4, x).
holds(b63, 5, b).
holds(b63, 6, x).
holds(b63, 7, x).
holds(b63, 8, x).
holds(b63, 9, o).
holds(b64, 1, x).
holds(b64, 2, x).
holds(b64, 3, x).
holds(b64, 4, x).
holds(b64, 5, o).
holds(b64, 6, o).
holds(b64, 7, b).
holds(b64, 8, b).
holds(b64, 9, o).
holds(b65, 1, x).
holds(b65, 2, o).
holds(b65, 3, o).
holds(b65, 4, x).
holds(b65, 5, o).
holds(b65, 6, x).
holds(b65, 7, x).
holds(b65, 8, x).
holds(b65, 9, x).
holds(b66, 1, o).
holds(b66, 2, o).
holds(b66, 3, o).
holds(b66, 4, b).
holds(b66, 5, o).
holds(b66, 6, x).
holds(b66, 7, o).
holds(b66, 8, o).
holds(b66, 9, b).
holds(b67, 1, o).
holds(b67, 2, x).
holds(b67, 3, b).
holds(b67, 4, o).
holds(b67, 5, x).
holds(b67, 6, b).
holds(b67, 7, x).
holds(b67, 8, x).
holds(b67, 9, x).
holds(b68, 1, x).
holds(b68, 2, x).
holds(b68, 3, b).
holds(b68, 4, o).
holds(b68, 5, b).
holds(b68, 6, b).
holds(b68, 7, x).
holds(b68, 8, x).
holds(b68, 9, o).
holds(b69, 1, b).
holds(b69, 2, x).
holds(b69, 3, o).
holds(b69, 4, b).
holds(b69, 5, x).
holds(b69, 6, o).
holds(b69, 7, x).
holds(b69, 8, b).
holds(b69, 9, x).
holds(b70, 1, x).
holds(b70, 2, x).
holds(b70, 3, o).
holds(b70, 4, o).
holds(b70, 5, x).
holds(b70, 6, o).
holds(b70, 7, o).
holds(b70, 8, o).
holds(b70, 9, o).
holds(b71, 1, x).
holds(b71, 2, x).
holds(b71, 3, x).
holds(b71, 4, o).
holds(b71, 5, x).
holds(b71, 6, x).
holds(b71, 7, x).
holds(b71, 8, b).
holds(b71, 9, x).
holds(b72, 1, b).
holds(b72, 2, o).
holds(b72, 3, x).
holds(b72, 4, o).
holds(b72, 5, o).
holds(b72, 6, b).
holds(b72, 7, x).
holds(b72, 8, o).
holds(b72, 9, x).
holds(b73, 1, x).
holds(b73, 2, o).
holds(b73, 3, x).
holds(b73, 4, o).
holds(b73, 5, o).
holds(b73, 6, x).
holds(b73, 7, b).
holds(b73, 8, o).
holds(b73, 9, o).
holds(b74, 1, x).
holds(b74, 2, o).
holds(b74, 3, o).
holds(b74, 4, x).
holds(b74, 5, x).
holds(b74, 6, x).
holds(b74, 7, x).
holds(b74, 8, x).
holds(b74, 9, b).
holds(b75, 1, o).
holds(b75, 2, o).
holds(b75, 3, b).
holds(b75, 4, b).
holds(b75, 5, b).
holds(b75, 6, o).
holds(b75, 7, o).
holds(b75, 8, b).
holds(b75, 9, x).
holds(b76, 1, b).
holds(b76, 2, b).
holds(b76, 3, b).
holds(b76, 4, x).
holds(b76, 5, o).
holds(b76, 6, o).
holds(b76, 7, x).
holds(b76, 8, o).
holds(b76, 9, x).
holds(b77, 1, b).
holds(b77, 2, x).
holds(b77, 3, o).
holds(b77, 4, o).
holds(b77, 5, o).
holds(b77, 6, x).
holds(b77, 7, o).
holds(b77, 8, o).
holds(b77, 9, o).
holds(b78, 1, b).
holds(b78, 2, o).
holds(b78, 3, x).
holds(b78, 4, x).
holds(b78, 5, x).
holds(b78, 6, b).
holds(b78, 7, o).
holds(b78, 8, x).
holds(b78, 9, o).
holds(b79, 1, b).
holds(b79, 2, x).
holds(b79, 3, o).
holds(b79, 4, b).
holds(b79, 5, x).
holds(b79, 6, o).
holds(b79, 7, o).
holds(b79, 8, o).
holds(b79, 9, b).
holds(b80, 1, o).
holds(b80, 2, b).
holds(b80, 3, o).
holds(b80, 4, x).
holds(b80, 5, o).
holds(b80, 6, o).
holds(b80, 7, x).
holds(b80, 8, o).
holds(b80, 9, b).

pos(won(b1)).
pos(won(b4)).
pos(won(b5)).
pos(won(b6)).
pos(won(b7)).
pos(won(b10)).
pos(won(b14)).
pos(won(b17)).
pos(won(b19)).
pos(won(b20)).
pos(won(b22)).
pos(won(b24)).
pos(won(b26)).
pos(won(b27)).
pos(won(b30)).
pos(won(b32)).
pos(won(b38)).
pos(won(b39)).
pos(won(b46)).
pos(won(b47)).
pos(won(b51)).
pos(won(b54)).
pos(won(b57)).
pos(won(b58)).
pos(won(b63)).
pos(won(b64)).
pos(won(b65)).
pos(won(b67)).
pos(won(b71)).
pos(won(b74)).

neg(won(b2)).
neg(won(b3)).
neg(won(b8)).
neg(won(b9)).
neg(won(b11)).
neg(won(b12)).
neg(won(b13)).
neg(won(b15)).
neg(won(b16)).
neg(won(b18)).
neg(won(b21)).
neg(won(b23)).
neg(won(b25)).
neg(won(b28)).
neg(won(b29)).
neg(won(b31)).
neg(won(b33)).
neg(won(b34)).
neg(won(b35)).
neg(won(b36)).
neg(won(b37)).
neg(won(b40)).
neg(won(b41)).
neg(won(b42)).
neg(won(b43)).
neg(won(b44)).
neg(won(b45)).
neg(won(b48)).
neg(won(b49)).
neg(won(b50)).
neg(won(b52)).
neg(won(b53)).
neg(won(b55)).
neg(won(b56)).
neg(won(b59)).
neg(won(b60)).
neg(won(b61)).
neg(won(b62)).
neg(won(b66)).
neg(won(b68)).
neg(won(b69)).
neg(won(b70)).
neg(won(b72)).
neg(won(b73)).
neg(won(b75)).
neg(won(b76)).
neg(won(b77)).
neg(won(b78)).
neg(won(b79)).
neg(won(b80)).
