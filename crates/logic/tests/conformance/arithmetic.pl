% Arithmetic.

%%% integers
?- X is 1 + 2.
?- X is 7 - 10.
?- X is 6 * 7.
?- X is 7 // 2.
?- X is -7 // 2.
?- X is 7 // -2.
?- X is -7 // -2.
?- X is 7 div 2.
?- X is -7 div 2.
?- X is 7 div -2.
?- X is 7 mod 2.
?- X is -7 mod 2.
?- X is 7 mod -2.
?- X is -7 mod -2.
?- X is 7 rem 2.
?- X is -7 rem 2.
?- X is 7 rem -2.
?- X is 8 / 2.
?- X is 7 / 2.
?- X is -7 / 2.
?- X is 2 ** 10.
?- X is 2 ^ 10.
?- X is 2 ** -1.
?- X is 2 ** 0.
?- X is 0 ** 0.
?- X is 0 ^ 0.
?- X is 2 ^ -1.
?- X is 1 ^ -5.
?- X is -1 ^ -5.
?- X is (-1) ^ -5.
?- X is -1 ** -4.
?- X is 0 ^ -1.
?- X is abs(-5).
?- X is sign(-5).
?- X is sign(0).
?- X is min(3, 5).
?- X is max(3, 5).
?- X is gcd(12, 18).
?- X is gcd(-12, 18).
?- X is gcd(0, 5).
?- X is msb(1000).
?- X is plus(1, 2).
?- X is - 5.
?- X is -(-(5)).
?- X is + 5.
?- X is 1 << 10.
?- X is 1024 >> 3.
?- X is -1 >> 1.
?- X is -8 >> 1.
?- X is 1 << -1.
?- X is 5 /\ 3.
?- X is 5 \/ 3.
?- X is 5 xor 3.
?- X is \ 5.
?- X is \ -1.
?- X is -1 /\ 255.
?- X is cot(1.0).
?- X is truncate(3.7).
?- X is trunc(2.5).
?- X is cmpflags.
?- X is 0b1010 + 0xFF + 0o17 + 0'a.
?- X is 1_000_000 + 1.
?- X is 10 mod 0.
?- X is 10 // 0.
?- X is 10 / 0.
?- X is 10 rem 0.
?- X is 10 div 0.
?- X is divmod.
?- divmod(7, 2, Q, R).
?- divmod(-7, 2, Q, R).
?- X is max(2, 3) * min(4, 5) - abs(-3).
?- X is ((1 + 2) * 3 - 4) // 2.

%%% big integers
?- X is 9223372036854775807 + 1.
?- X is -9223372036854775808 - 1.
?- X is 9223372036854775807 * 9223372036854775807.
?- X is 1152921504606846975 + 1.
?- X is 1152921504606846976 - 1.
?- X is -1152921504606846976 - 1.
?- X is 1152921504606846976 + 0.
?- X is 2 ** 100.
?- X is 2 ^ 200.
?- X is -(2 ** 64).
?- X is 2 ** 100 - 2 ** 100 + 1.
?- X is 2 ** 100 // 3.
?- X is -(2 ** 100) // 3.
?- X is -(2 ** 100) mod 7.
?- X is (2 ** 100) rem -7.
?- X is -(2 ** 100) div 7.
?- X is (2 ** 100) / (2 ** 98).
?- X is (2 ** 100) / 3.
?- X is 2 ** 64 mod 10.
?- X is 1 << 100.
?- X is (1 << 100) >> 98.
?- X is -(1 << 70) >> 3.
?- X is (1 << 70) /\ ((1 << 70) - 1).
?- X is (1 << 70) \/ 1.
?- X is \ (1 << 70).
?- X is (1 << 70) xor (1 << 3).
?- X is -(1 << 70) /\ 255.
?- X is gcd(2 ** 70, 6 ** 20).
?- X is abs(-(2 ** 70)).
?- X is sign(-(2 ** 70)).
?- X is max(2 ** 70, 2 ** 69).
?- X is min(2 ** 70, 1).
?- X is msb(2 ** 70).
?- X is 9223372036854775807 // -1.
?- X is -9223372036854775808 // -1.
?- X is abs(-9223372036854775808).
?- X is - (-9223372036854775808).
?- X is 3 ** 50 * 7 ** 30.
?- X is (-3) ** 41.
?- 2 ** 70 > 2 ** 69.
?- 2 ** 70 =:= 1180591620717411303424.
?- 2 ** 70 < 1.0e30.
?- 2 ** 70 =:= 2.0 ** 70.
?- X = 1180591620717411303424, integer(X).
?- X is float(2 ** 70).
?- X is truncate(1.0e20).
?- X is round(-1.5e19).
?- X is 2 ** 0.5 * 2 ** 70.
?- X is 123456789 * 987654321 * 123456789 * 987654321.
?- X is 4611686018427387904 + 4611686018427387904.
?- X is 4611686018427387904 * 2 - 9223372036854775808.
?- X is 1152921504606846976 * 8, Y is X - 1152921504606846976 * 7.

%%% factorials and fibonacci
fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
fib(0, A, _, A) :- !.
fib(N, A, B, F) :- M is N - 1, C is A + B, fib(M, B, C, F).
?- fact(20, F).
?- fact(21, F).
?- fact(50, F).
?- fib(90, 0, 1, F).
?- fib(200, 0, 1, F).

%%% floats
?- X is 1.5 + 2.
?- X is 1 + 1.0.
?- X is 0.1 + 0.2.
?- X is 3.0 * 2.
?- X is 7 / 2.0.
?- X is 1.0 / 3.
?- X is 2.0 ** 3.
?- X is 2 ** 3.0.
?- X is 2.0 ^ 3.
?- X is 2 ** -1.0.
?- X is sqrt(16).
?- X is sqrt(2).
?- X is sqrt(-1).
?- X is exp(0).
?- X is exp(1).
?- X is log(1).
?- X is log(-1).
?- X is log(2.718281828459045).
?- X is sin(0).
?- X is cos(0).
?- X is tan(0.5).
?- X is asin(1).
?- X is acos(1).
?- X is acos(2).
?- X is atan(1).
?- X is atan2(1, 1).
?- X is atan(1, 2).
?- X is atan2(0, 0).
?- X is atan2(0.0, 0.0).
?- X is pi.
?- X is e.
?- X is inf.
?- X is nan.
?- X is epsilon.
?- X is float(3).
?- X is integer(2.5).
?- X is integer(-2.5).
?- X is integer(2.4).
?- X is integer(7).
?- X is round(2.5).
?- X is round(-2.5).
?- X is round(0.49999999999999994).
?- X is truncate(-2.7).
?- X is floor(2.7).
?- X is floor(-2.7).
?- X is ceiling(2.1).
?- X is ceiling(-2.1).
?- X is floor(3).
?- X is float_integer_part(-2.5).
?- X is float_fractional_part(-2.5).
?- X is float_fractional_part(5).
?- X is float_integer_part(5).
?- X is abs(-2.5).
?- X is sign(-2.5).
?- X is sign(0.0).
?- X is - 0.0.
?- X is max(1, 2.0).
?- X is max(2, 1.0).
?- X is max(1, 1.0).
?- X is max(1.0, 1).
?- X is min(1, 1.0).
?- X is min(1.0, 1).
?- X is min(1, 2.0).
?- X is max(nan, 1).
?- X is 1.0e10.
?- X is 1.0e100 * 1.0e100.
?- X is 1.0e308 * 10.
?- X is 1.0e-320 / 1.0e10.
?- X is 1.0 / 0.
?- X is 1 / 0.0.
?- X is 0 / 0.0.
?- X is 0.0 / 0.
?- X is 10 ** 15.0.
?- X is 10.0 ** 16.
?- X is 123456789.0 * 10.
?- X is 1.0e22.
?- X is 1.0e15.
?- X is 100000.0 * 10000000000.
?- X is 0.0001.
?- X is 0.00001.
?- X is 2 ** 1000.5.
?- X is 2 ** 5000.0.
?- X is -8 ** (1 / 3).
?- X is (-8.0) ** 0.5.
?- X is 0.0 ** -1.
?- X is 0 ** -1.
?- X is 0 ** -1.0.
?- X is 5.5 mod 2.
?- X is 5.0 // 2.
?- X is 1 << 1.0.
?- X is \ 1.5.
?- X is 3 /\ 1.0.
?- X is gcd(2.0, 4).
?- X is integer(1.0e30).
?- X is cot(0.5) + 0.
?- X is 22 / 7.0 * 1.0.
?- X is 4 / 2.0.
?- X is e ** 2.
?- X is truncate(123.9) mod 10.
?- X = 1.0, Y is X * 1.
?- X is 5 / 2.5.
?- X is trig(1).

%%% comparison
?- 1 < 2.
?- 2 < 1.
?- 1 =< 1.
?- 1 >= 2.
?- 2 > 1.
?- 1 =:= 1.0.
?- 1 =\= 1.0.
?- 1 =:= 2.
?- 1 + 1 =:= 2.
?- 1.0 < 2.
?- X = 3, X > 2, X < 4.
?- X < 1.
?- 1 < a.
?- 1 < "a".
?- "a" < 100.
?- a =:= a.
?- f(x) < 1.
?- 100000000000000000000 > 1.
?- 1 > -100000000000000000000.
?- 1.0e20 =:= 100000000000000000000.
?- nan =:= nan.
?- inf > 100000000000000000000.
?- -inf < 0.
?- 0.0 =:= -0.0.
?- [1] =:= 1.
?- X is [5].
?- X is "a" + 0.

%%% errors
?- X is Y.
?- X is Y + 1.
?- X is foo.
?- X is foo + 1.
?- X is foo(1).
?- X is foo(1, 2).
?- X is 1 + a.
?- X is f(x) + 1.
?- X is 1 + f(Y).
?- X is _ * 0.
?- 1 is 1 + 0.
?- 1.0 is 1.
?- 1 + 1 is 2.
?- a is 1.
?- X is 1, Y is X + Z.
?- catch(X is 1 / 0, error(E, _), true).
?- catch(X is a + 1, error(type_error(T, V), _), true).
?- succ(X, 4).
?- succ(3, X).
?- succ(X, 0).
?- succ(X, Y).
?- succ(a, X).
?- succ(-1, X).
?- succ(X, -1).
?- succ(3, 4).
?- succ(3, 5).
?- succ(X, 1.5).
?- plus(1, 2, X).
?- plus(1, X, 3).
?- plus(X, 2, 3).
?- plus(X, Y, 3).
?- plus(a, 1, X).
?- plus(1, 2, 4).
?- X is 2 << a.
?- X is max(a, 1).
?- X is sqrt(a).
?- X is 5, X is 5.
?- X is 5, X is 6.
?- succ_throw(a).

%%% arithmetic in compiled clauses
poly(X, Y) :- Y is 3 * X * X - 2 * X + 7.
avg(A, B, C) :- C is (A + B) / 2.
rng(X, L, H) :- X >= L, X =< H.
collatz(1, 0) :- !.
collatz(N, S) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, T), S is T + 1.
gcd_(A, 0, A) :- !.
gcd_(A, B, G) :- C is A mod B, gcd_(B, C, G).
expr(X, Y, Z) :- Z is X + Y * 2 - X // 3 + max(X, Y) - abs(Y).
same(X, Y) :- X + 1 =:= Y + 1.
later(X) :- Y = X + 1, Z is Y * 2, Z > 5.
chk(X, Y) :- X is Y + 1.
pw(0, _, 1) :- !.
pw(N, X, Y) :- M is N - 1, pw(M, X, Z), Y is X * Z.
sum_to(0, A, A) :- !.
sum_to(N, A, S) :- B is A + N, M is N - 1, sum_to(M, B, S).
?- poly(3, Y).
?- poly(-2.5, Y).
?- poly(1000000000000, Y).
?- poly(X, Y).
?- avg(1, 2, C).
?- avg(1, 3, C).
?- rng(3, 1, 5).
?- rng(3, 4, 5).
?- collatz(27, S).
?- gcd_(1071, 462, G).
?- expr(10, 4, Z).
?- expr(1.5, -4, Z).
?- same(1, 1.0).
?- later(2).
?- later(1 + 1).
?- later(1).
?- chk(3, 2).
?- chk(4, 2).
?- chk(f, 2).
?- chk(X, 2.5).
?- pw(70, 3, Y).
?- sum_to(100000, 0, S).
?- X = 2 + 3, Y is X * X.
?- X = a, catch(Y is X + 1, error(E, _), true).

%%% further functions
?- X is lcm(4, 6), Y is lcm(0, 5), Z is lcm(-4, 6), W is lcm(10**20, 15).
?- X is lsb(12), Y is popcount(255), Z is getbit(5, 0), W is getbit(5, 1), V is getbit(5, 100).
?- X is lsb(2**70), Y is popcount(2**70 + 1), Z is getbit(2**70, 70).
?- X is sinh(1.0), Y is cosh(1.0), Z is tanh(0.5).
?- X is asinh(1.0), Y is acosh(2.0), Z is atanh(0.5).
?- X is ceil(1.2), Y is ceil(3), Z is nexttoward(1.0, 2).

%%% powers and logarithms at the edge
?- X is 2.5 ** 0, Y is 0.0 ** 0, Z is 2 ^ 0.0, W is 1 ** 2.5, V is 1.0 ** 2.
?- X is log(0).
?- X is log(-1).
