% Which trains go east: those with a short closed car.
:- modeh(1, eastbound(+train)).
:- modeb(*, has_car(+train, -car)).
:- modeb(1, short(+car)).
:- modeb(1, long(+car)).
:- modeb(1, closed(+car)).
:- modeb(1, open_car(+car)).
:- modeb(1, double(+car)).
:- modeb(1, shape(+car, #shape)).
:- modeb(1, wheels(+car, #int)).
:- modeb(1, load(+car, #load, #int)).

:- determination(eastbound/1, has_car/2).
:- determination(eastbound/1, short/1).
:- determination(eastbound/1, long/1).
:- determination(eastbound/1, closed/1).
:- determination(eastbound/1, open_car/1).
:- determination(eastbound/1, double/1).
:- determination(eastbound/1, shape/2).
:- determination(eastbound/1, wheels/2).
:- determination(eastbound/1, load/3).

:- set(i, 2).
:- set(clauselength, 5).
:- set(evalfn, compression).

has_car(train1, car_1_1).
has_car(train1, car_1_2).
has_car(train1, car_1_3).
has_car(train1, car_1_4).
has_car(train2, car_2_1).
has_car(train2, car_2_2).
has_car(train3, car_3_1).
has_car(train3, car_3_2).
has_car(train3, car_3_3).
has_car(train4, car_4_1).
has_car(train4, car_4_2).
has_car(train4, car_4_3).
has_car(train4, car_4_4).
has_car(train5, car_5_1).
has_car(train5, car_5_2).
has_car(train5, car_5_3).
has_car(train6, car_6_1).
has_car(train6, car_6_2).
has_car(train6, car_6_3).
has_car(train6, car_6_4).
has_car(train7, car_7_1).
has_car(train7, car_7_2).
has_car(train8, car_8_1).
has_car(train8, car_8_2).
has_car(train8, car_8_3).
has_car(train8, car_8_4).
has_car(train9, car_9_1).
has_car(train9, car_9_2).
has_car(train9, car_9_3).
has_car(train10, car_10_1).
has_car(train10, car_10_2).
has_car(train10, car_10_3).
has_car(train10, car_10_4).
has_car(train11, car_11_1).
has_car(train11, car_11_2).
has_car(train11, car_11_3).
has_car(train11, car_11_4).
has_car(train12, car_12_1).
has_car(train12, car_12_2).
has_car(train12, car_12_3).
has_car(train13, car_13_1).
has_car(train13, car_13_2).
has_car(train14, car_14_1).
has_car(train14, car_14_2).
has_car(train14, car_14_3).
has_car(train14, car_14_4).
has_car(train15, car_15_1).
has_car(train15, car_15_2).
has_car(train15, car_15_3).
has_car(train15, car_15_4).
has_car(train16, car_16_1).
has_car(train16, car_16_2).
has_car(train17, car_17_1).
has_car(train17, car_17_2).
has_car(train17, car_17_3).
has_car(train17, car_17_4).
has_car(train18, car_18_1).
has_car(train18, car_18_2).
has_car(train19, car_19_1).
has_car(train19, car_19_2).
has_car(train19, car_19_3).
has_car(train20, car_20_1).
has_car(train20, car_20_2).
has_car(train20, car_20_3).
has_car(train20, car_20_4).
has_car(train21, car_21_1).
has_car(train21, car_21_2).
has_car(train22, car_22_1).
has_car(train22, car_22_2).
has_car(train23, car_23_1).
has_car(train23, car_23_2).
has_car(train23, car_23_3).
has_car(train24, car_24_1).
has_car(train24, car_24_2).
has_car(train25, car_25_1).
has_car(train25, car_25_2).
has_car(train26, car_26_1).
has_car(train26, car_26_2).
has_car(train26, car_26_3).
has_car(train27, car_27_1).
has_car(train27, car_27_2).
has_car(train27, car_27_3).
has_car(train27, car_27_4).
has_car(train28, car_28_1).
has_car(train28, car_28_2).
has_car(train28, car_28_3).
has_car(train29, car_29_1).
has_car(train29, car_29_2).
has_car(train30, car_30_1).
has_car(train30, car_30_2).
has_car(train31, car_31_1).
has_car(train31, car_31_2).
has_car(train31, car_31_3).
has_car(train31, car_31_4).
has_car(train32, car_32_1).
has_car(train32, car_32_2).
has_car(train32, car_32_3).
has_car(train32, car_32_4).
has_car(train33, car_33_1).
has_car(train33, car_33_2).
has_car(train33, car_33_3).
has_car(train33, car_33_4).
has_car(train34, car_34_1).
has_car(train34, car_34_2).
has_car(train35, car_35_1).
has_car(train35, car_35_2).
has_car(train35, car_35_3).
has_car(train36, car_36_1).
has_car(train36, car_36_2).
has_car(train36, car_36_3).
has_car(train37, car_37_1).
has_car(train37, car_37_2).
has_car(train37, car_37_3).
has_car(train37, car_37_4).
has_car(train38, car_38_1).
has_car(train38, car_38_2).
has_car(train39, car_39_1).
has_car(train39, car_39_2).
has_car(train40, car_40_1).
has_car(train40, car_40_2).
has_car(train40, car_40_3).

short(car_1_1).
short(car_2_1).
short(car_3_1).
short(car_3_2).
short(car_4_4).
short(car_6_1).
short(car_6_2).
short(car_6_3).
short(car_7_1).
short(car_7_2).
short(car_8_4).
short(car_9_2).
short(car_10_2).
short(car_10_3).
short(car_10_4).
short(car_11_2).
short(car_11_4).
short(car_12_1).
short(car_14_2).
short(car_14_3).
short(car_15_4).
short(car_17_2).
short(car_17_4).
short(car_18_1).
short(car_18_2).
short(car_19_3).
short(car_20_2).
short(car_20_3).
short(car_21_1).
short(car_21_2).
short(car_22_1).
short(car_22_2).
short(car_23_2).
short(car_24_1).
short(car_25_1).
short(car_25_2).
short(car_26_1).
short(car_26_3).
short(car_27_1).
short(car_27_3).
short(car_28_2).
short(car_29_2).
short(car_30_2).
short(car_31_2).
short(car_32_3).
short(car_32_4).
short(car_33_2).
short(car_33_3).
short(car_33_4).
short(car_34_1).
short(car_35_3).
short(car_36_1).
short(car_36_2).
short(car_36_3).
short(car_37_2).
short(car_37_3).
short(car_38_1).
short(car_39_1).
short(car_39_2).

long(car_1_2).
long(car_1_3).
long(car_1_4).
long(car_2_2).
long(car_3_3).
long(car_4_1).
long(car_4_2).
long(car_4_3).
long(car_5_1).
long(car_5_2).
long(car_5_3).
long(car_6_4).
long(car_8_1).
long(car_8_2).
long(car_8_3).
long(car_9_1).
long(car_9_3).
long(car_10_1).
long(car_11_1).
long(car_11_3).
long(car_12_2).
long(car_12_3).
long(car_13_1).
long(car_13_2).
long(car_14_1).
long(car_14_4).
long(car_15_1).
long(car_15_2).
long(car_15_3).
long(car_16_1).
long(car_16_2).
long(car_17_1).
long(car_17_3).
long(car_19_1).
long(car_19_2).
long(car_20_1).
long(car_20_4).
long(car_23_1).
long(car_23_3).
long(car_24_2).
long(car_26_2).
long(car_27_2).
long(car_27_4).
long(car_28_1).
long(car_28_3).
long(car_29_1).
long(car_30_1).
long(car_31_1).
long(car_31_3).
long(car_31_4).
long(car_32_1).
long(car_32_2).
long(car_33_1).
long(car_34_2).
long(car_35_1).
long(car_35_2).
long(car_37_1).
long(car_37_4).
long(car_38_2).
long(car_40_1).
long(car_40_2).
long(car_40_3).

closed(car_1_1).
closed(car_1_3).
closed(car_1_4).
closed(car_2_1).
closed(car_3_2).
closed(car_3_3).
closed(car_4_1).
closed(car_4_3).
closed(car_6_1).
closed(car_6_3).
closed(car_7_2).
closed(car_8_1).
closed(car_8_3).
closed(car_8_4).
closed(car_9_2).
closed(car_10_1).
closed(car_10_2).
closed(car_10_3).
closed(car_11_1).
closed(car_11_4).
closed(car_12_1).
closed(car_12_2).
closed(car_12_3).
closed(car_13_2).
closed(car_14_4).
closed(car_16_1).
closed(car_17_2).
closed(car_17_4).
closed(car_18_1).
closed(car_18_2).
closed(car_19_1).
closed(car_20_2).
closed(car_20_4).
closed(car_22_1).
closed(car_23_1).
closed(car_24_1).
closed(car_26_1).
closed(car_26_3).
closed(car_27_2).
closed(car_28_1).
closed(car_28_2).
closed(car_29_1).
closed(car_30_2).
closed(car_32_1).
closed(car_32_3).
closed(car_34_2).
closed(car_35_2).
closed(car_36_1).
closed(car_36_2).
closed(car_37_1).
closed(car_37_2).
closed(car_38_1).
closed(car_39_1).
closed(car_39_2).

open_car(car_1_2).
open_car(car_2_2).
open_car(car_3_1).
open_car(car_4_2).
open_car(car_4_4).
open_car(car_5_1).
open_car(car_5_2).
open_car(car_5_3).
open_car(car_6_2).
open_car(car_6_4).
open_car(car_7_1).
open_car(car_8_2).
open_car(car_9_1).
open_car(car_9_3).
open_car(car_10_4).
open_car(car_11_2).
open_car(car_11_3).
open_car(car_13_1).
open_car(car_14_1).
open_car(car_14_2).
open_car(car_14_3).
open_car(car_15_1).
open_car(car_15_2).
open_car(car_15_3).
open_car(car_15_4).
open_car(car_16_2).
open_car(car_17_1).
open_car(car_17_3).
open_car(car_19_2).
open_car(car_19_3).
open_car(car_20_1).
open_car(car_20_3).
open_car(car_21_1).
open_car(car_21_2).
open_car(car_22_2).
open_car(car_23_2).
open_car(car_23_3).
open_car(car_24_2).
open_car(car_25_1).
open_car(car_25_2).
open_car(car_26_2).
open_car(car_27_1).
open_car(car_27_3).
open_car(car_27_4).
open_car(car_28_3).
open_car(car_29_2).
open_car(car_30_1).
open_car(car_31_1).
open_car(car_31_2).
open_car(car_31_3).
open_car(car_31_4).
open_car(car_32_2).
open_car(car_32_4).
open_car(car_33_1).
open_car(car_33_2).
open_car(car_33_3).
open_car(car_33_4).
open_car(car_34_1).
open_car(car_35_1).
open_car(car_35_3).
open_car(car_36_3).
open_car(car_37_3).
open_car(car_37_4).
open_car(car_38_2).
open_car(car_40_1).
open_car(car_40_2).
open_car(car_40_3).

double(car_1_2).
double(car_4_2).
double(car_12_3).
double(car_13_1).
double(car_16_1).
double(car_20_1).
double(car_20_4).
double(car_25_1).
double(car_25_2).
double(car_26_2).
double(car_26_3).
double(car_28_1).
double(car_29_1).
double(car_31_1).
double(car_31_4).
double(car_34_2).
double(car_37_2).
double(car_37_3).
double(car_40_1).
double(car_40_2).

shape(car_1_1, bucket).
shape(car_1_2, u_shaped).
shape(car_1_3, ellipse).
shape(car_1_4, u_shaped).
shape(car_2_1, hexagon).
shape(car_2_2, hexagon).
shape(car_3_1, ellipse).
shape(car_3_2, ellipse).
shape(car_3_3, rectangle).
shape(car_4_1, rectangle).
shape(car_4_2, hexagon).
shape(car_4_3, bucket).
shape(car_4_4, bucket).
shape(car_5_1, ellipse).
shape(car_5_2, u_shaped).
shape(car_5_3, hexagon).
shape(car_6_1, rectangle).
shape(car_6_2, u_shaped).
shape(car_6_3, hexagon).
shape(car_6_4, ellipse).
shape(car_7_1, hexagon).
shape(car_7_2, bucket).
shape(car_8_1, bucket).
shape(car_8_2, ellipse).
shape(car_8_3, u_shaped).
shape(car_8_4, u_shaped).
shape(car_9_1, hexagon).
shape(car_9_2, u_shaped).
shape(car_9_3, rectangle).
shape(car_10_1, rectangle).
shape(car_10_2, hexagon).
shape(car_10_3, rectangle).
shape(car_10_4, u_shaped).
shape(car_11_1, ellipse).
shape(car_11_2, ellipse).
shape(car_11_3, hexagon).
shape(car_11_4, bucket).
shape(car_12_1, u_shaped).
shape(car_12_2, rectangle).
shape(car_12_3, bucket).
shape(car_13_1, bucket).
shape(car_13_2, hexagon).
shape(car_14_1, rectangle).
shape(car_14_2, bucket).
shape(car_14_3, rectangle).
shape(car_14_4, hexagon).
shape(car_15_1, u_shaped).
shape(car_15_2, u_shaped).
shape(car_15_3, u_shaped).
shape(car_15_4, ellipse).
shape(car_16_1, rectangle).
shape(car_16_2, rectangle).
shape(car_17_1, hexagon).
shape(car_17_2, rectangle).
shape(car_17_3, bucket).
shape(car_17_4, u_shaped).
shape(car_18_1, bucket).
shape(car_18_2, ellipse).
shape(car_19_1, ellipse).
shape(car_19_2, u_shaped).
shape(car_19_3, u_shaped).
shape(car_20_1, u_shaped).
shape(car_20_2, bucket).
shape(car_20_3, u_shaped).
shape(car_20_4, rectangle).
shape(car_21_1, ellipse).
shape(car_21_2, ellipse).
shape(car_22_1, u_shaped).
shape(car_22_2, hexagon).
shape(car_23_1, rectangle).
shape(car_23_2, hexagon).
shape(car_23_3, bucket).
shape(car_24_1, u_shaped).
shape(car_24_2, u_shaped).
shape(car_25_1, rectangle).
shape(car_25_2, u_shaped).
shape(car_26_1, u_shaped).
shape(car_26_2, bucket).
shape(car_26_3, bucket).
shape(car_27_1, bucket).
shape(car_27_2, hexagon).
shape(car_27_3, u_shaped).
shape(car_27_4, u_shaped).
shape(car_28_1, ellipse).
shape(car_28_2, bucket).
shape(car_28_3, rectangle).
shape(car_29_1, rectangle).
shape(car_29_2, rectangle).
shape(car_30_1, ellipse).
shape(car_30_2, hexagon).
shape(car_31_1, u_shaped).
shape(car_31_2, u_shaped).
shape(car_31_3, u_shaped).
shape(car_31_4, rectangle).
shape(car_32_1, ellipse).
shape(car_32_2, hexagon).
shape(car_32_3, u_shaped).
shape(car_32_4, hexagon).
shape(car_33_1, rectangle).
shape(car_33_2, bucket).
shape(car_33_3, bucket).
shape(car_33_4, bucket).
shape(car_34_1, u_shaped).
shape(car_34_2, rectangle).
shape(car_35_1, bucket).
shape(car_35_2, bucket).
shape(car_35_3, ellipse).
shape(car_36_1, hexagon).
shape(car_36_2, bucket).
shape(car_36_3, ellipse).
shape(car_37_1, hexagon).
shape(car_37_2, ellipse).
shape(car_37_3, hexagon).
shape(car_37_4, rectangle).
shape(car_38_1, rectangle).
shape(car_38_2, rectangle).
shape(car_39_1, rectangle).
shape(car_39_2, ellipse).
shape(car_40_1, ellipse).
shape(car_40_2, ellipse).
shape(car_40_3, rectangle).

wheels(car_1_1, 2).
wheels(car_1_2, 2).
wheels(car_1_3, 2).
wheels(car_1_4, 2).
wheels(car_2_1, 3).
wheels(car_2_2, 3).
wheels(car_3_1, 3).
wheels(car_3_2, 2).
wheels(car_3_3, 3).
wheels(car_4_1, 3).
wheels(car_4_2, 3).
wheels(car_4_3, 3).
wheels(car_4_4, 3).
wheels(car_5_1, 3).
wheels(car_5_2, 2).
wheels(car_5_3, 3).
wheels(car_6_1, 3).
wheels(car_6_2, 2).
wheels(car_6_3, 3).
wheels(car_6_4, 3).
wheels(car_7_1, 3).
wheels(car_7_2, 3).
wheels(car_8_1, 3).
wheels(car_8_2, 2).
wheels(car_8_3, 3).
wheels(car_8_4, 3).
wheels(car_9_1, 2).
wheels(car_9_2, 2).
wheels(car_9_3, 2).
wheels(car_10_1, 3).
wheels(car_10_2, 3).
wheels(car_10_3, 2).
wheels(car_10_4, 2).
wheels(car_11_1, 3).
wheels(car_11_2, 3).
wheels(car_11_3, 2).
wheels(car_11_4, 2).
wheels(car_12_1, 3).
wheels(car_12_2, 3).
wheels(car_12_3, 3).
wheels(car_13_1, 3).
wheels(car_13_2, 3).
wheels(car_14_1, 2).
wheels(car_14_2, 2).
wheels(car_14_3, 2).
wheels(car_14_4, 2).
wheels(car_15_1, 3).
wheels(car_15_2, 2).
wheels(car_15_3, 3).
wheels(car_15_4, 2).
wheels(car_16_1, 2).
wheels(car_16_2, 2).
wheels(car_17_1, 3).
wheels(car_17_2, 2).
wheels(car_17_3, 2).
wheels(car_17_4, 3).
wheels(car_18_1, 3).
wheels(car_18_2, 2).
wheels(car_19_1, 2).
wheels(car_19_2, 3).
wheels(car_19_3, 2).
wheels(car_20_1, 2).
wheels(car_20_2, 3).
wheels(car_20_3, 3).
wheels(car_20_4, 2).
wheels(car_21_1, 2).
wheels(car_21_2, 3).
wheels(car_22_1, 3).
wheels(car_22_2, 2).
wheels(car_23_1, 3).
wheels(car_23_2, 2).
wheels(car_23_3, 3).
wheels(car_24_1, 2).
wheels(car_24_2, 3).
wheels(car_25_1, 3).
wheels(car_25_2, 2).
wheels(car_26_1, 3).
wheels(car_26_2, 3).
wheels(car_26_3, 2).
wheels(car_27_1, 3).
wheels(car_27_2, 2).
wheels(car_27_3, 3).
wheels(car_27_4, 2).
wheels(car_28_1, 3).
wheels(car_28_2, 2).
wheels(car_28_3, 2).
wheels(car_29_1, 3).
wheels(car_29_2, 2).
wheels(car_30_1, 2).
wheels(car_30_2, 2).
wheels(car_31_1, 3).
wheels(car_31_2, 2).
wheels(car_31_3, 2).
wheels(car_31_4, 2).
wheels(car_32_1, 2).
wheels(car_32_2, 2).
wheels(car_32_3, 2).
wheels(car_32_4, 3).
wheels(car_33_1, 2).
wheels(car_33_2, 3).
wheels(car_33_3, 2).
wheels(car_33_4, 2).
wheels(car_34_1, 3).
wheels(car_34_2, 3).
wheels(car_35_1, 3).
wheels(car_35_2, 2).
wheels(car_35_3, 2).
wheels(car_36_1, 2).
wheels(car_36_2, 3).
wheels(car_36_3, 3).
wheels(car_37_1, 2).
wheels(car_37_2, 2).
wheels(car_37_3, 3).
wheels(car_37_4, 2).
wheels(car_38_1, 3).
wheels(car_38_2, 3).
wheels(car_39_1, 2).
wheels(car_39_2, 2).
wheels(car_40_1, 2).
wheels(car_40_2, 3).
wheels(car_40_3, 2).

load(car_1_1, hexagon, 1).
load(car_1_2, hexagon, 0).
load(car_1_3, hexagon, 1).
load(car_1_4, triangle, 0).
load(car_2_1, rectangle, 1).
load(car_2_2, rectangle, 0).
load(car_3_1, circle, 2).
load(car_3_2, hexagon, 3).
load(car_3_3, hexagon, 0).
load(car_4_1, circle, 1).
load(car_4_2, rectangle, 2).
load(car_4_3, rectangle, 0).
load(car_4_4, triangle, 2).
load(car_5_1, triangle, 0).
load(car_5_2, circle, 0).
load(car_5_3, rectangle, 3).
load(car_6_1, rectangle, 1).
load(car_6_2, triangle, 3).
load(car_6_3, triangle, 3).
load(car_6_4, hexagon, 3).
load(car_7_1, rectangle, 1).
load(car_7_2, circle, 2).
load(car_8_1, hexagon, 2).
load(car_8_2, circle, 3).
load(car_8_3, rectangle, 2).
load(car_8_4, triangle, 3).
load(car_9_1, rectangle, 3).
load(car_9_2, hexagon, 2).
load(car_9_3, triangle, 3).
load(car_10_1, triangle, 1).
load(car_10_2, triangle, 0).
load(car_10_3, triangle, 2).
load(car_10_4, rectangle, 0).
load(car_11_1, rectangle, 1).
load(car_11_2, triangle, 1).
load(car_11_3, rectangle, 0).
load(car_11_4, rectangle, 3).
load(car_12_1, triangle, 2).
load(car_12_2, rectangle, 3).
load(car_12_3, triangle, 2).
load(car_13_1, triangle, 3).
load(car_13_2, rectangle, 3).
load(car_14_1, triangle, 2).
load(car_14_2, hexagon, 2).
load(car_14_3, rectangle, 3).
load(car_14_4, hexagon, 3).
load(car_15_1, hexagon, 3).
load(car_15_2, rectangle, 0).
load(car_15_3, triangle, 1).
load(car_15_4, hexagon, 0).
load(car_16_1, rectangle, 3).
load(car_16_2, circle, 1).
load(car_17_1, hexagon, 1).
load(car_17_2, circle, 0).
load(car_17_3, hexagon, 1).
load(car_17_4, rectangle, 2).
load(car_18_1, triangle, 2).
load(car_18_2, triangle, 2).
load(car_19_1, circle, 0).
load(car_19_2, hexagon, 2).
load(car_19_3, triangle, 3).
load(car_20_1, triangle, 3).
load(car_20_2, hexagon, 3).
load(car_20_3, circle, 1).
load(car_20_4, triangle, 1).
load(car_21_1, hexagon, 3).
load(car_21_2, hexagon, 0).
load(car_22_1, triangle, 2).
load(car_22_2, hexagon, 0).
load(car_23_1, hexagon, 1).
load(car_23_2, circle, 1).
load(car_23_3, rectangle, 2).
load(car_24_1, triangle, 1).
load(car_24_2, circle, 3).
load(car_25_1, circle, 0).
load(car_25_2, triangle, 0).
load(car_26_1, rectangle, 0).
load(car_26_2, triangle, 1).
load(car_26_3, circle, 1).
load(car_27_1, triangle, 0).
load(car_27_2, triangle, 2).
load(car_27_3, triangle, 1).
load(car_27_4, rectangle, 0).
load(car_28_1, circle, 0).
load(car_28_2, rectangle, 1).
load(car_28_3, hexagon, 2).
load(car_29_1, triangle, 1).
load(car_29_2, circle, 0).
load(car_30_1, triangle, 3).
load(car_30_2, circle, 2).
load(car_31_1, circle, 2).
load(car_31_2, hexagon, 0).
load(car_31_3, circle, 1).
load(car_31_4, triangle, 3).
load(car_32_1, rectangle, 2).
load(car_32_2, hexagon, 3).
load(car_32_3, circle, 1).
load(car_32_4, hexagon, 3).
load(car_33_1, triangle, 3).
load(car_33_2, hexagon, 3).
load(car_33_3, triangle, 3).
load(car_33_4, rectangle, 2).
load(car_34_1, circle, 2).
load(car_34_2, rectangle, 1).
load(car_35_1, hexagon, 0).
load(car_35_2, rectangle, 3).
load(car_35_3, circle, 1).
load(car_36_1, hexagon, 1).
load(car_36_2, hexagon, 1).
load(car_36_3, rectangle, 0).
load(car_37_1, rectangle, 1).
load(car_37_2, circle, 3).
load(car_37_3, hexagon, 1).
load(car_37_4, triangle, 1).
load(car_38_1, rectangle, 1).
load(car_38_2, circle, 0).
load(car_39_1, hexagon, 3).
load(car_39_2, circle, 3).
load(car_40_1, circle, 3).
load(car_40_2, triangle, 2).
load(car_40_3, rectangle, 3).
